/* typebox 1.4.3, joined by npm run generate; its licence is beside it. */
import { t as __exportAll } from "./rolldown-runtime.mjs";
import { At as IsString$1, Et as IsNull, Ft as Keys$1, Mt as IsUndefined, Nt as IsUnsafePropertyKey, Ot as IsObject, _t as IsFunction, dt as IsBigInt, ft as IsBoolean$1, gt as IsEqual, i as IsDate, jt as IsSymbol, l as IsString, mt as IsConstructor, o as IsNumber, r as IsBoolean, s as IsRegExp, u as IsTypeArray, ut as IsArray, zt as Symbols } from "./guard.mjs";
// build/system/arguments/arguments.mjs
var arguments_exports = __exportAll({ Match: () => Match });
function Match(args, match) {
	return match[args.length]?.(...args) ?? (() => {
		throw Error("Invalid Arguments");
	})();
}
// build/system/settings/settings.mjs
var settings_exports = __exportAll({
	Get: () => Get$1,
	Reset: () => Reset$1,
	Set: () => Set$2
});
const settings = {
	immutableTypes: false,
	maxErrors: 8,
	maxParseErrors: 1,
	maxInstantiationCount: 128,
	useAcceleration: true,
	exactOptionalPropertyTypes: false,
	enumerableKind: false,
	correctiveParse: false,
	unionPrioritySort: true
};
function Reset$1() {
	settings.immutableTypes = false;
	settings.maxErrors = 8;
	settings.maxParseErrors = 1;
	settings.maxInstantiationCount = 128;
	settings.useAcceleration = true;
	settings.exactOptionalPropertyTypes = false;
	settings.enumerableKind = false;
	settings.correctiveParse = false;
	settings.unionPrioritySort = true;
}
function Set$2(options) {
	for (const key of Keys$1(options)) {
		const value = options[key];
		if (value !== void 0) Object.defineProperty(settings, key, { value });
	}
}
function Get$1() {
	return settings;
}
// build/system/unreachable/unreachable.mjs
function Unreachable() {
	throw new Error("Unreachable");
}
// build/system/hashing/hash.mjs
var hash_exports = __exportAll({
	Hash: () => Hash,
	HashCode: () => HashCode
});
function InstanceKeys(value) {
	const propertyKeys = new Set();
	let current = value;
	while (current && current !== Object.prototype) {
		for (const key of Reflect.ownKeys(current)) if (key !== "constructor" && typeof key !== "symbol") propertyKeys.add(key);
		current = Object.getPrototypeOf(current);
	}
	return [...propertyKeys];
}
function IsIEEE754(value) {
	return typeof value === "number";
}
const ByteMarker = {
	Array: 0,
	BigInt: 1,
	Boolean: 2,
	Date: 3,
	Constructor: 4,
	Function: 5,
	Null: 6,
	Number: 7,
	Object: 8,
	RegExp: 9,
	String: 10,
	Symbol: 11,
	TypeArray: 12,
	Undefined: 13
};
let A0 = 8997;
let A1 = 33826;
let A2 = 40164;
let A3 = 52210;
const F64 = new Float64Array(1);
const F64In = new DataView(F64.buffer);
const F64Out = new Uint8Array(F64.buffer);
function FNV1A64_OP(byte) {
	const L0 = A0 ^ byte;
	const T0 = L0 * 435;
	const T1 = A1 * 435 + (T0 >>> 16);
	const T2 = A2 * 435 + (T1 >>> 16) + (L0 << 8);
	const T3 = A3 * 435 + (T2 >>> 16) + (A1 << 8);
	A0 = T0 & 65535;
	A1 = T1 & 65535;
	A2 = T2 & 65535;
	A3 = T3 & 65535;
}
function FromArray(value) {
	FNV1A64_OP(ByteMarker.Array);
	for (const item of value) FromValue(item);
}
function FromBigInt(value) {
	FNV1A64_OP(ByteMarker.BigInt);
	F64In.setBigInt64(0, value);
	for (const byte of F64Out) FNV1A64_OP(byte);
}
function FromBoolean(value) {
	FNV1A64_OP(ByteMarker.Boolean);
	FNV1A64_OP(value ? 1 : 0);
}
function FromConstructor(value) {
	FNV1A64_OP(ByteMarker.Constructor);
	FromValue(value.toString());
}
function FromDate(value) {
	FNV1A64_OP(ByteMarker.Date);
	FromValue(value.getTime());
}
function FromFunction(value) {
	FNV1A64_OP(ByteMarker.Function);
	FromValue(value.toString());
}
function FromNull(_value) {
	FNV1A64_OP(ByteMarker.Null);
}
function FromNumber(value) {
	FNV1A64_OP(ByteMarker.Number);
	F64In.setFloat64(0, value, true);
	for (const byte of F64Out) FNV1A64_OP(byte);
}
function FromObject(value) {
	FNV1A64_OP(ByteMarker.Object);
	for (const key of InstanceKeys(value).sort()) {
		FromValue(key);
		FromValue(value[key]);
	}
}
function FromRegExp(value) {
	FNV1A64_OP(ByteMarker.RegExp);
	FromString(value.toString());
}
const encoder = new TextEncoder();
function FromString(value) {
	FNV1A64_OP(ByteMarker.String);
	for (let i = 0; i < value.length; i++) {
		const code = value.charCodeAt(i);
		if (code > 127) {
			for (const byte of encoder.encode(value.slice(i))) FNV1A64_OP(byte);
			return;
		}
		FNV1A64_OP(code);
	}
}
function FromSymbol(value) {
	FNV1A64_OP(ByteMarker.Symbol);
	FromValue(value.toString());
}
function FromTypeArray(value) {
	FNV1A64_OP(ByteMarker.TypeArray);
	const buffer = new Uint8Array(value.buffer);
	for (let i = 0; i < buffer.length; i++) FNV1A64_OP(buffer[i]);
}
function FromUndefined(_value) {
	return FNV1A64_OP(ByteMarker.Undefined);
}
function FromValue(value) {
	return IsTypeArray(value) ? FromTypeArray(value) : IsDate(value) ? FromDate(value) : IsRegExp(value) ? FromRegExp(value) : IsBoolean(value) ? FromBoolean(value.valueOf()) : IsString(value) ? FromString(value.valueOf()) : IsNumber(value) ? FromNumber(value.valueOf()) : IsIEEE754(value) ? FromNumber(value) : IsArray(value) ? FromArray(value) : IsBoolean$1(value) ? FromBoolean(value) : IsBigInt(value) ? FromBigInt(value) : IsConstructor(value) ? FromConstructor(value) : IsNull(value) ? FromNull(value) : IsObject(value) ? FromObject(value) : IsString$1(value) ? FromString(value) : IsSymbol(value) ? FromSymbol(value) : IsUndefined(value) ? FromUndefined(value) : IsFunction(value) ? FromFunction(value) : Unreachable();
}
function Hex(limb) {
	return limb.toString(16).padStart(4, "0");
}
function HashCode(value) {
	return BigInt(`0x${Hash(value)}`);
}
function Hash(value) {
	A0 = 8997, A1 = 33826, A2 = 40164, A3 = 52210;
	FromValue(value);
	return `${Hex(A3)}${Hex(A2)}${Hex(A1)}${Hex(A0)}`;
}
// build/system/environment/evaluate.mjs
let supported = void 0;
function TryEvaluate() {
	try {
		Evaluate("null")();
		return true;
	} catch {
		return false;
	}
}
function CanEvaluate() {
	if (IsUndefined(supported)) supported = TryEvaluate();
	return supported && Get$1().useAcceleration;
}
function Evaluate(...args) {
	return new globalThis.Function(...args);
}
// build/system/environment/environment.mjs
var environment_exports = __exportAll({
	CanEvaluate: () => CanEvaluate,
	Evaluate: () => Evaluate
});
// build/system/locale/en_US.mjs
function en_US(error) {
	switch (error.keyword) {
		case "additionalProperties": return "must not have additional properties";
		case "anyOf": return "must match a schema in anyOf";
		case "boolean": return "schema is false";
		case "const": return "must be equal to constant";
		case "contains": return "must contain at least 1 valid item";
		case "dependencies": return `must have properties ${error.params.dependencies.join(", ")} when property ${error.params.property} is present`;
		case "dependentRequired": return `must have properties ${error.params.dependencies.join(", ")} when property ${error.params.property} is present`;
		case "enum": return "must be equal to one of the allowed values";
		case "exclusiveMaximum": return `must be ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `must be ${error.params.comparison} ${error.params.limit}`;
		case "format": return `must match format "${error.params.format}"`;
		case "if": return `must match "${error.params.failingKeyword}" schema`;
		case "maxItems": return `must not have more than ${error.params.limit} items`;
		case "maxLength": return `must not have more than ${error.params.limit} characters`;
		case "maxProperties": return `must not have more than ${error.params.limit} properties`;
		case "maximum": return `must be ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `must not have fewer than ${error.params.limit} items`;
		case "minLength": return `must not have fewer than ${error.params.limit} characters`;
		case "minProperties": return `must not have fewer than ${error.params.limit} properties`;
		case "minimum": return `must be ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `must be multiple of ${error.params.multipleOf}`;
		case "not": return "must not be valid";
		case "oneOf": return "must match exactly one schema in oneOf";
		case "pattern": return `must match pattern "${error.params.pattern}"`;
		case "propertyNames": return `property names ${error.params.propertyNames.join(", ")} are invalid`;
		case "required": return `must have required properties ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `must be ${error.params.type}` : `must be either ${error.params.type.join(" or ")}`;
		case "unevaluatedItems": return "must not have unevaluated items";
		case "unevaluatedProperties": return "must not have unevaluated properties";
		case "uniqueItems": return `must not have duplicate items`;
		case "~refine": return error.params.message;
		default: return "an unknown validation error occurred";
	}
}
// build/system/locale/_config.mjs
let locale = en_US;
function Set$1(callback) {
	locale = callback;
}
function Get() {
	return locale;
}
function Reset() {
	Set$1(en_US);
}
// build/system/locale/ar_001.mjs
function ar_001(error) {
	switch (error.keyword) {
		case "additionalProperties": return "يجب ألا يحتوي على خصائص إضافية";
		case "anyOf": return "يجب أن يتطابق مع مخطط في أيٍ مما يلي";
		case "boolean": return "المخطط خاطئ";
		case "const": return "يجب أن يكون مساويًا للثابت";
		case "contains": return "يجب أن يحتوي على عنصر واحد صحيح على الأقل";
		case "dependencies": return `يجب أن يحتوي على الخصائص ${error.params.dependencies.join(", ")} عندما تكون الخاصية ${error.params.property} موجودة`;
		case "dependentRequired": return `يجب أن يحتوي على الخصائص ${error.params.dependencies.join(", ")} عندما تكون الخاصية ${error.params.property} موجودة`;
		case "enum": return "يجب أن يكون مساويًا لإحدى القيم المسموح بها";
		case "exclusiveMaximum": return `يجب أن يكون ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `يجب أن يكون ${error.params.comparison} ${error.params.limit}`;
		case "format": return `يجب أن يتطابق مع التنسيق "${error.params.format}"`;
		case "if": return `يجب أن يتطابق مع مخطط "${error.params.failingKeyword}"`;
		case "maxItems": return `يجب ألا يحتوي على أكثر من ${error.params.limit} عناصر`;
		case "maxLength": return `يجب ألا يحتوي على أكثر من ${error.params.limit} أحرف`;
		case "maxProperties": return `يجب ألا يحتوي على أكثر من ${error.params.limit} خصائص`;
		case "maximum": return `يجب أن يكون ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `يجب ألا يحتوي على أقل من ${error.params.limit} عناصر`;
		case "minLength": return `يجب ألا يحتوي على أقل من ${error.params.limit} أحرف`;
		case "minProperties": return `يجب ألا يحتوي على أقل من ${error.params.limit} خصائص`;
		case "minimum": return `يجب أن يكون ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `يجب أن يكون مضاعفًا لـ ${error.params.multipleOf}`;
		case "not": return "يجب ألا يكون صالحًا";
		case "oneOf": return "يجب أن يتطابق مع مخطط واحد بالضبط في واحد مما يلي";
		case "pattern": return `يجب أن يتطابق مع النمط "${error.params.pattern}"`;
		case "propertyNames": return `أسماء الخصائص ${error.params.propertyNames.join(", ")} غير صالحة`;
		case "required": return `يجب أن يحتوي على الخصائص المطلوبة ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `يجب أن يكون ${error.params.type}` : `يجب أن يكون إما ${error.params.type.join(" أو ")}`;
		case "unevaluatedItems": return "يجب ألا يحتوي على عناصر غير مقيمة";
		case "unevaluatedProperties": return "يجب ألا يحتوي على خصائص غير مقيمة";
		case "uniqueItems": return `يجب ألا يحتوي على عناصر مكررة`;
		case "~refine": return error.params.message;
		default: return "حدث خطأ غير معروف في التحقق من الصحة";
	}
}
// build/system/locale/bn_BD.mjs
function bn_BD(error) {
	switch (error.keyword) {
		case "additionalProperties": return "অতিরিক্ত বৈশিষ্ট্য থাকতে পারবে না";
		case "anyOf": return "anyOf-এর একটি স্কিমার সাথে মিলতে হবে";
		case "boolean": return "স্কিমা মিথ্যা";
		case "const": return "ধ্রুবকের সমান হতে হবে";
		case "contains": return "অন্তত 1টি বৈধ আইটেম থাকতে হবে";
		case "dependencies": return `যখন ${error.params.property} বৈশিষ্ট্য বিদ্যমান থাকে, তখন ${error.params.dependencies.join(", ")} বৈশিষ্ট্য থাকতে হবে`;
		case "dependentRequired": return `যখন ${error.params.property} বৈশিষ্ট্য বিদ্যমান থাকে, তখন ${error.params.dependencies.join(", ")} বৈশিষ্ট্য থাকতে হবে`;
		case "enum": return "অনুমোদিত মানগুলির একটির সমান হতে হবে";
		case "exclusiveMaximum": return `অবশ্যই ${error.params.comparison} ${error.params.limit} হতে হবে`;
		case "exclusiveMinimum": return `অবশ্যই ${error.params.comparison} ${error.params.limit} হতে হবে`;
		case "format": return `অবশ্যই "${error.params.format}" ফরম্যাটের সাথে মিলতে হবে`;
		case "if": return `অবশ্যই "${error.params.failingKeyword}" স্কিমার সাথে মিলতে হবে`;
		case "maxItems": return `${error.params.limit}টির বেশি আইটেম থাকতে পারবে না`;
		case "maxLength": return `${error.params.limit}টির বেশি অক্ষর থাকতে পারবে না`;
		case "maxProperties": return `${error.params.limit}টির বেশি বৈশিষ্ট্য থাকতে পারবে না`;
		case "maximum": return `অবশ্যই ${error.params.comparison} ${error.params.limit} হতে হবে`;
		case "minItems": return `${error.params.limit}টির কম আইটেম থাকতে পারবে না`;
		case "minLength": return `${error.params.limit}টির কম অক্ষর থাকতে পারবে না`;
		case "minProperties": return `${error.params.limit}টির কম বৈশিষ্ট্য থাকতে পারবে না`;
		case "minimum": return `অবশ্যই ${error.params.comparison} ${error.params.limit} হতে হবে`;
		case "multipleOf": return `${error.params.multipleOf}-এর গুণিতক হতে হবে`;
		case "not": return "বৈধ হতে পারবে না";
		case "oneOf": return "oneOf-এর শুধুমাত্র একটি স্কিমার সাথে মিলতে হবে";
		case "pattern": return `অবশ্যই "${error.params.pattern}" প্যাটার্নের সাথে মিলতে হবে`;
		case "propertyNames": return `বৈশিষ্ট্য নাম ${error.params.propertyNames.join(", ")} অবৈধ`;
		case "required": return `প্রয়োজনীয় বৈশিষ্ট্য ${error.params.requiredProperties.join(", ")} থাকতে হবে`;
		case "type": return typeof error.params.type === "string" ? `অবশ্যই ${error.params.type} হতে হবে` : `অবশ্যই ${error.params.type.join(" অথবা ")} হতে হবে`;
		case "unevaluatedItems": return "অবমূল্যায়িত আইটেম থাকতে পারবে না";
		case "unevaluatedProperties": return "অবমূল্যায়িত বৈশিষ্ট্য থাকতে পারবে না";
		case "uniqueItems": return `অনুলিপি আইটেম থাকতে পারবে না`;
		case "~refine": return error.params.message;
		default: return "একটি অজানা বৈধকরণ ত্রুটি ঘটেছে";
	}
}
// build/system/locale/cs_CZ.mjs
function cs_CZ(error) {
	switch (error.keyword) {
		case "additionalProperties": return "nesmí mít další vlastnosti";
		case "anyOf": return "musí odpovídat schématu v anyOf";
		case "boolean": return "schéma je nepravdivé";
		case "const": return "musí být rovno konstantě";
		case "contains": return "musí obsahovat alespoň 1 platnou položku";
		case "dependencies": return `musí mít vlastnosti ${error.params.dependencies.join(", ")}, pokud je vlastnost ${error.params.property} přítomna`;
		case "dependentRequired": return `musí mít vlastnosti ${error.params.dependencies.join(", ")}, pokud je vlastnost ${error.params.property} přítomna`;
		case "enum": return "musí být rovno jedné z povolených hodnot";
		case "exclusiveMaximum": return `musí být ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `musí být ${error.params.comparison} ${error.params.limit}`;
		case "format": return `musí odpovídat formátu "${error.params.format}"`;
		case "if": return `musí odpovídat schématu "${error.params.failingKeyword}"`;
		case "maxItems": return `nesmí mít více než ${error.params.limit} položek`;
		case "maxLength": return `nesmí mít více než ${error.params.limit} znaků`;
		case "maxProperties": return `nesmí mít více než ${error.params.limit} vlastností`;
		case "maximum": return `musí být ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `nesmí mít méně než ${error.params.limit} položek`;
		case "minLength": return `nesmí mít méně než ${error.params.limit} znaků`;
		case "minProperties": return `nesmí mít méně než ${error.params.limit} vlastností`;
		case "minimum": return `musí být ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `musí být násobkem ${error.params.multipleOf}`;
		case "not": return "nesmí být platné";
		case "oneOf": return "musí odpovídat přesně jednomu schématu v oneOf";
		case "pattern": return `musí odpovídat vzoru "${error.params.pattern}"`;
		case "propertyNames": return `názvy vlastností ${error.params.propertyNames.join(", ")} jsou neplatné`;
		case "required": return `musí mít povinné vlastnosti ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `musí být ${error.params.type}` : `musí být ${error.params.type.join(" nebo ")}`;
		case "unevaluatedItems": return "nesmí mít nevyhodnocené položky";
		case "unevaluatedProperties": return "nesmí mít nevyhodnocené vlastnosti";
		case "uniqueItems": return `nesmí mít duplicitní položky`;
		case "~refine": return error.params.message;
		default: return "došlo k neznámé chybě ověření";
	}
}
// build/system/locale/de_DE.mjs
function de_DE(error) {
	switch (error.keyword) {
		case "additionalProperties": return "darf keine zusätzlichen Eigenschaften haben";
		case "anyOf": return "muss einem Schema in „anyOf“ entsprechen";
		case "boolean": return "Schema ist falsch";
		case "const": return "muss gleich der Konstante sein";
		case "contains": return "muss mindestens 1 gültiges Element enthalten";
		case "dependencies": return `muss die Eigenschaften ${error.params.dependencies.join(", ")} haben, wenn Eigenschaft ${error.params.property} vorhanden ist`;
		case "dependentRequired": return `muss die Eigenschaften ${error.params.dependencies.join(", ")} haben, wenn Eigenschaft ${error.params.property} vorhanden ist`;
		case "enum": return "muss einem der erlaubten Werte entsprechen";
		case "exclusiveMaximum": return `muss ${error.params.comparison} ${error.params.limit} sein`;
		case "exclusiveMinimum": return `muss ${error.params.comparison} ${error.params.limit} sein`;
		case "format": return `muss dem Format "${error.params.format}" entsprechen`;
		case "if": return `muss dem Schema "${error.params.failingKeyword}" entsprechen`;
		case "maxItems": return `darf nicht mehr als ${error.params.limit} Elemente haben`;
		case "maxLength": return `darf nicht mehr als ${error.params.limit} Zeichen haben`;
		case "maxProperties": return `darf nicht mehr als ${error.params.limit} Eigenschaften haben`;
		case "maximum": return `muss ${error.params.comparison} ${error.params.limit} sein`;
		case "minItems": return `darf nicht weniger als ${error.params.limit} Elemente haben`;
		case "minLength": return `darf nicht weniger als ${error.params.limit} Zeichen haben`;
		case "minProperties": return `darf nicht weniger als ${error.params.limit} Eigenschaften haben`;
		case "minimum": return `muss ${error.params.comparison} ${error.params.limit} sein`;
		case "multipleOf": return `muss ein Vielfaches von ${error.params.multipleOf} sein`;
		case "not": return "darf nicht gültig sein";
		case "oneOf": return "muss genau einem Schema in „oneOf“ entsprechen";
		case "pattern": return `muss dem Muster "${error.params.pattern}" entsprechen`;
		case "propertyNames": return `Eigenschaftsnamen ${error.params.propertyNames.join(", ")} sind ungültig`;
		case "required": return `muss die erforderlichen Eigenschaften ${error.params.requiredProperties.join(", ")} haben`;
		case "type": return typeof error.params.type === "string" ? `muss ${error.params.type} sein` : `muss entweder ${error.params.type.join(" oder ")} sein`;
		case "unevaluatedItems": return "darf keine unbewerteten Elemente haben";
		case "unevaluatedProperties": return "darf keine unbewerteten Eigenschaften haben";
		case "uniqueItems": return `darf keine doppelten Elemente haben`;
		case "~refine": return error.params.message;
		default: return "ein unbekannter Validierungsfehler ist aufgetreten";
	}
}
// build/system/locale/el_GR.mjs
function el_GR(error) {
	switch (error.keyword) {
		case "additionalProperties": return "δεν πρέπει να έχει επιπλέον ιδιότητες";
		case "anyOf": return "πρέπει να ταιριάζει με ένα σχήμα στο anyOf";
		case "boolean": return "το σχήμα είναι ψευδές";
		case "const": return "πρέπει να είναι ίσο με τη σταθερά";
		case "contains": return "πρέπει να περιέχει τουλάχιστον 1 έγκυρο στοιχείο";
		case "dependencies": return `πρέπει να έχει ιδιότητες ${error.params.dependencies.join(", ")} όταν υπάρχει η ιδιότητα ${error.params.property}`;
		case "dependentRequired": return `πρέπει να έχει ιδιότητες ${error.params.dependencies.join(", ")} όταν υπάρχει η ιδιότητα ${error.params.property}`;
		case "enum": return "πρέπει να είναι ίσο με μία από τις επιτρεπόμενες τιμές";
		case "exclusiveMaximum": return `πρέπει να είναι ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `πρέπει να είναι ${error.params.comparison} ${error.params.limit}`;
		case "format": return `πρέπει να ταιριάζει με τη μορφή "${error.params.format}"`;
		case "if": return `πρέπει να ταιριάζει με το σχήμα "${error.params.failingKeyword}"`;
		case "maxItems": return `δεν πρέπει να έχει περισσότερα από ${error.params.limit} στοιχεία`;
		case "maxLength": return `δεν πρέπει να έχει περισσότερους από ${error.params.limit} χαρακτήρες`;
		case "maxProperties": return `δεν πρέπει να έχει περισσότερες από ${error.params.limit} ιδιότητες`;
		case "maximum": return `πρέπει να είναι ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `δεν πρέπει να έχει λιγότερα από ${error.params.limit} στοιχεία`;
		case "minLength": return `δεν πρέπει να έχει λιγότερους από ${error.params.limit} χαρακτήρες`;
		case "minProperties": return `δεν πρέπει να έχει λιγότερες από ${error.params.limit} ιδιότητες`;
		case "minimum": return `πρέπει να είναι ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `πρέπει να είναι πολλαπλάσιο του ${error.params.multipleOf}`;
		case "not": return "δεν πρέπει να είναι έγκυρο";
		case "oneOf": return "πρέπει να ταιριάζει με ένα μόνο σχήμα στο oneOf";
		case "pattern": return `πρέπει να ταιριάζει με το μοτίβο "${error.params.pattern}"`;
		case "propertyNames": return `τα ονόματα ιδιοτήτων ${error.params.propertyNames.join(", ")} είναι μη έγκυρα`;
		case "required": return `πρέπει να έχει τις απαιτούμενες ιδιότητες ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `πρέπει να είναι ${error.params.type}` : `πρέπει να είναι είτε ${error.params.type.join(" ή ")}`;
		case "unevaluatedItems": return "δεν πρέπει να έχει μη αξιολογημένα στοιχεία";
		case "unevaluatedProperties": return "δεν πρέπει να έχει μη αξιολογημένες ιδιότητες";
		case "uniqueItems": return `δεν πρέπει να έχει διπλά στοιχεία`;
		case "~refine": return error.params.message;
		default: return "προέκυψε ένα άγνωστο σφάλμα επικύρωσης";
	}
}
// build/system/locale/es_419.mjs
function es_419(error) {
	switch (error.keyword) {
		case "additionalProperties": return "no debe tener propiedades adicionales";
		case "anyOf": return "debe coincidir con un esquema en cualquiera de";
		case "boolean": return "el esquema es falso";
		case "const": return "debe ser igual a la constante";
		case "contains": return "debe contener al menos 1 elemento válido";
		case "dependencies": return `debe tener las propiedades ${error.params.dependencies.join(", ")} cuando la propiedad ${error.params.property} está presente`;
		case "dependentRequired": return `debe tener las propiedades ${error.params.dependencies.join(", ")} cuando la propiedad ${error.params.property} está presente`;
		case "enum": return "debe ser igual a uno de los valores permitidos";
		case "exclusiveMaximum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "format": return `debe coincidir con el formato "${error.params.format}"`;
		case "if": return `debe coincidir con el esquema "${error.params.failingKeyword}"`;
		case "maxItems": return `no debe tener más de ${error.params.limit} elementos`;
		case "maxLength": return `no debe tener más de ${error.params.limit} caracteres`;
		case "maxProperties": return `no debe tener más de ${error.params.limit} propiedades`;
		case "maximum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `no debe tener menos de ${error.params.limit} elementos`;
		case "minLength": return `no debe tener menos de ${error.params.limit} caracteres`;
		case "minProperties": return `no debe tener menos de ${error.params.limit} propiedades`;
		case "minimum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `debe ser múltiplo de ${error.params.multipleOf}`;
		case "not": return "no debe ser válido";
		case "oneOf": return "debe coincidir exactamente con un esquema en uno de";
		case "pattern": return `debe coincidir con el patrón "${error.params.pattern}"`;
		case "propertyNames": return `los nombres de las propiedades ${error.params.propertyNames.join(", ")} no son válidos`;
		case "required": return `debe tener las propiedades requeridas ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `debe ser ${error.params.type}` : `debe ser ${error.params.type.join(" o ")}`;
		case "unevaluatedItems": return "no debe tener elementos no evaluados";
		case "unevaluatedProperties": return "no debe tener propiedades no evaluadas";
		case "uniqueItems": return `no debe tener elementos duplicados`;
		case "~refine": return error.params.message;
		default: return "ocurrió un error de validación desconocido";
	}
}
// build/system/locale/es_AR.mjs
function es_AR(error) {
	switch (error.keyword) {
		case "additionalProperties": return "no debe tener propiedades adicionales";
		case "anyOf": return "debe coincidir con un esquema en cualquiera de";
		case "boolean": return "el esquema es falso";
		case "const": return "debe ser igual a la constante";
		case "contains": return "debe contener al menos 1 elemento válido";
		case "dependencies": return `debe tener las propiedades ${error.params.dependencies.join(", ")} cuando la propiedad ${error.params.property} está presente`;
		case "dependentRequired": return `debe tener las propiedades ${error.params.dependencies.join(", ")} cuando la propiedad ${error.params.property} está presente`;
		case "enum": return "debe ser igual a uno de los valores permitidos";
		case "exclusiveMaximum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "format": return `debe coincidir con el formato "${error.params.format}"`;
		case "if": return `debe coincidir con el esquema "${error.params.failingKeyword}"`;
		case "maxItems": return `no debe tener más de ${error.params.limit} elementos`;
		case "maxLength": return `no debe tener más de ${error.params.limit} caracteres`;
		case "maxProperties": return `no debe tener más de ${error.params.limit} propiedades`;
		case "maximum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `no debe tener menos de ${error.params.limit} elementos`;
		case "minLength": return `no debe tener menos de ${error.params.limit} caracteres`;
		case "minProperties": return `no debe tener menos de ${error.params.limit} propiedades`;
		case "minimum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `debe ser múltiplo de ${error.params.multipleOf}`;
		case "not": return "no debe ser válido";
		case "oneOf": return "debe coincidir exactamente con un esquema en uno de";
		case "pattern": return `debe coincidir con el patrón "${error.params.pattern}"`;
		case "propertyNames": return `los nombres de las propiedades ${error.params.propertyNames.join(", ")} son inválidos`;
		case "required": return `debe tener las propiedades requeridas ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `debe ser ${error.params.type}` : `debe ser ${error.params.type.join(" o ")}`;
		case "unevaluatedItems": return "no debe tener elementos no evaluados";
		case "unevaluatedProperties": return "no debe tener propiedades no evaluadas";
		case "uniqueItems": return `no debe tener elementos duplicados`;
		case "~refine": return error.params.message;
		default: return "ocurrió un error de validación desconocido";
	}
}
// build/system/locale/es_ES.mjs
function es_ES(error) {
	switch (error.keyword) {
		case "additionalProperties": return "no debe tener propiedades adicionales";
		case "anyOf": return "debe coincidir con un esquema en cualquiera de";
		case "boolean": return "el esquema es falso";
		case "const": return "debe ser igual a la constante";
		case "contains": return "debe contener al menos 1 elemento válido";
		case "dependencies": return `debe tener las propiedades ${error.params.dependencies.join(", ")} cuando la propiedad ${error.params.property} está presente`;
		case "dependentRequired": return `debe tener las propiedades ${error.params.dependencies.join(", ")} cuando la propiedad ${error.params.property} está presente`;
		case "enum": return "debe ser igual a uno de los valores permitidos";
		case "exclusiveMaximum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "format": return `debe coincidir con el formato "${error.params.format}"`;
		case "if": return `debe coincidir con el esquema "${error.params.failingKeyword}"`;
		case "maxItems": return `no debe tener más de ${error.params.limit} elementos`;
		case "maxLength": return `no debe tener más de ${error.params.limit} caracteres`;
		case "maxProperties": return `no debe tener más de ${error.params.limit} propiedades`;
		case "maximum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `no debe tener menos de ${error.params.limit} elementos`;
		case "minLength": return `no debe tener menos de ${error.params.limit} caracteres`;
		case "minProperties": return `no debe tener menos de ${error.params.limit} propiedades`;
		case "minimum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `debe ser múltiplo de ${error.params.multipleOf}`;
		case "not": return "no debe ser válido";
		case "oneOf": return "debe coincidir exactamente con un esquema en uno de";
		case "pattern": return `debe coincidir con el patrón "${error.params.pattern}"`;
		case "propertyNames": return `los nombres de las propiedades ${error.params.propertyNames.join(", ")} no son válidos`;
		case "required": return `debe tener las propiedades requeridas ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `debe ser ${error.params.type}` : `debe ser ${error.params.type.join(" o ")}`;
		case "unevaluatedItems": return "no debe tener elementos no evaluados";
		case "unevaluatedProperties": return "no debe tener propiedades no evaluadas";
		case "uniqueItems": return `no debe tener elementos duplicados`;
		case "~refine": return error.params.message;
		default: return "ha ocurrido un error de validación desconocido";
	}
}
// build/system/locale/es_MX.mjs
function es_MX(error) {
	switch (error.keyword) {
		case "additionalProperties": return "no debe tener propiedades adicionales";
		case "anyOf": return "debe coincidir con un esquema en cualquiera de";
		case "boolean": return "el esquema es falso";
		case "const": return "debe ser igual a la constante";
		case "contains": return "debe contener al menos 1 elemento válido";
		case "dependencies": return `debe tener las propiedades ${error.params.dependencies.join(", ")} cuando la propiedad ${error.params.property} está presente`;
		case "dependentRequired": return `debe tener las propiedades ${error.params.dependencies.join(", ")} cuando la propiedad ${error.params.property} está presente`;
		case "enum": return "debe ser igual a uno de los valores permitidos";
		case "exclusiveMaximum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "format": return `debe coincidir con el formato "${error.params.format}"`;
		case "if": return `debe coincidir con el esquema "${error.params.failingKeyword}"`;
		case "maxItems": return `no debe tener más de ${error.params.limit} elementos`;
		case "maxLength": return `no debe tener más de ${error.params.limit} caracteres`;
		case "maxProperties": return `no debe tener más de ${error.params.limit} propiedades`;
		case "maximum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `no debe tener menos de ${error.params.limit} elementos`;
		case "minLength": return `no debe tener menos de ${error.params.limit} caracteres`;
		case "minProperties": return `no debe tener menos de ${error.params.limit} propiedades`;
		case "minimum": return `debe ser ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `debe ser múltiplo de ${error.params.multipleOf}`;
		case "not": return "no debe ser válido";
		case "oneOf": return "debe coincidir exactamente con un esquema en uno de";
		case "pattern": return `debe coincidir con el patrón "${error.params.pattern}"`;
		case "propertyNames": return `los nombres de las propiedades ${error.params.propertyNames.join(", ")} no son válidos`;
		case "required": return `debe tener las propiedades requeridas ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `debe ser ${error.params.type}` : `debe ser ${error.params.type.join(" o ")}`;
		case "unevaluatedItems": return "no debe tener elementos no evaluados";
		case "unevaluatedProperties": return "no debe tener propiedades no evaluadas";
		case "uniqueItems": return `no debe tener elementos duplicados`;
		case "~refine": return error.params.message;
		default: return "ocurrió un error de validación desconocido";
	}
}
// build/system/locale/fa_IR.mjs
function fa_IR(error) {
	switch (error.keyword) {
		case "additionalProperties": return "نباید ویژگی‌های اضافی داشته باشد";
		case "anyOf": return "باید با یکی از طرح‌واره‌های anyOf مطابقت داشته باشد";
		case "boolean": return "طرح‌واره نادرست است";
		case "const": return "باید برابر با ثابت باشد";
		case "contains": return "باید حداقل 1 مورد معتبر داشته باشد";
		case "dependencies": return `باید دارای ویژگی‌های ${error.params.dependencies.join(", ")} باشد زمانی که ویژگی ${error.params.property} وجود دارد`;
		case "dependentRequired": return `باید دارای ویژگی‌های ${error.params.dependencies.join(", ")} باشد زمانی که ویژگی ${error.params.property} وجود دارد`;
		case "enum": return "باید برابر با یکی از مقادیر مجاز باشد";
		case "exclusiveMaximum": return `باید ${error.params.comparison} ${error.params.limit} باشد`;
		case "exclusiveMinimum": return `باید ${error.params.comparison} ${error.params.limit} باشد`;
		case "format": return `باید با فرمت "${error.params.format}" مطابقت داشته باشد`;
		case "if": return `باید با طرح‌واره "${error.params.failingKeyword}" مطابقت داشته باشد`;
		case "maxItems": return `نباید بیشتر از ${error.params.limit} آیتم داشته باشد`;
		case "maxLength": return `نباید بیشتر از ${error.params.limit} کاراکتر داشته باشد`;
		case "maxProperties": return `نباید بیشتر از ${error.params.limit} ویژگی داشته باشد`;
		case "maximum": return `باید ${error.params.comparison} ${error.params.limit} باشد`;
		case "minItems": return `نباید کمتر از ${error.params.limit} آیتم داشته باشد`;
		case "minLength": return `نباید کمتر از ${error.params.limit} کاراکتر داشته باشد`;
		case "minProperties": return `نباید کمتر از ${error.params.limit} ویژگی داشته باشد`;
		case "minimum": return `باید ${error.params.comparison} ${error.params.limit} باشد`;
		case "multipleOf": return `باید مضربی از ${error.params.multipleOf} باشد`;
		case "not": return "نباید معتبر باشد";
		case "oneOf": return "باید دقیقاً با یک طرح‌واره در oneOf مطابقت داشته باشد";
		case "pattern": return `باید با الگوی "${error.params.pattern}" مطابقت داشته باشد`;
		case "propertyNames": return `نام ویژگی‌ها ${error.params.propertyNames.join(", ")} نامعتبر است`;
		case "required": return `باید ویژگی‌های الزامی ${error.params.requiredProperties.join(", ")} را داشته باشد`;
		case "type": return typeof error.params.type === "string" ? `باید ${error.params.type} باشد` : `باید یکی از این دو باشد: ${error.params.type.join(" یا ")}`;
		case "unevaluatedItems": return "نباید آیتم‌های ارزیابی نشده داشته باشد";
		case "unevaluatedProperties": return "نباید ویژگی‌های ارزیابی نشده داشته باشد";
		case "uniqueItems": return `نباید آیتم‌های تکراری داشته باشد`;
		case "~refine": return error.params.message;
		default: return "یک خطای اعتبارسنجی ناشناخته رخ داده است";
	}
}
// build/system/locale/fil_PH.mjs
function fil_PH(error) {
	switch (error.keyword) {
		case "additionalProperties": return "hindi dapat magkaroon ng karagdagang mga katangian";
		case "anyOf": return "dapat tumugma sa isang schema sa anyOf";
		case "boolean": return "mali ang schema";
		case "const": return "dapat katumbas ng konstante";
		case "contains": return "dapat maglaman ng hindi bababa sa 1 wastong item";
		case "dependencies": return `dapat magkaroon ng mga katangian ${error.params.dependencies.join(", ")} kapag naroroon ang katangian ${error.params.property}`;
		case "dependentRequired": return `dapat magkaroon ng mga katangian ${error.params.dependencies.join(", ")} kapag naroroon ang katangian ${error.params.property}`;
		case "enum": return "dapat katumbas ng isa sa mga pinapayagang halaga";
		case "exclusiveMaximum": return `dapat ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `dapat ${error.params.comparison} ${error.params.limit}`;
		case "format": return `dapat tumugma sa format na "${error.params.format}"`;
		case "if": return `dapat tumugma sa "${error.params.failingKeyword}" schema`;
		case "maxItems": return `hindi dapat magkaroon ng higit sa ${error.params.limit} item`;
		case "maxLength": return `hindi dapat magkaroon ng higit sa ${error.params.limit} karakter`;
		case "maxProperties": return `hindi dapat magkaroon ng higit sa ${error.params.limit} katangian`;
		case "maximum": return `dapat ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `hindi dapat magkaroon ng mas kaunti sa ${error.params.limit} item`;
		case "minLength": return `hindi dapat magkaroon ng mas kaunti sa ${error.params.limit} karakter`;
		case "minProperties": return `hindi dapat magkaroon ng mas kaunti sa ${error.params.limit} katangian`;
		case "minimum": return `dapat ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `dapat maramihan ng ${error.params.multipleOf}`;
		case "not": return "hindi dapat wasto";
		case "oneOf": return "dapat tumugma nang eksakto sa isang schema sa oneOf";
		case "pattern": return `dapat tumugma sa pattern na "${error.params.pattern}"`;
		case "propertyNames": return `ang mga pangalan ng katangian na ${error.params.propertyNames.join(", ")} ay hindi wasto`;
		case "required": return `dapat magkaroon ng mga kinakailangang katangian ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `dapat ${error.params.type}` : `dapat ay ${error.params.type.join(" o ")}`;
		case "unevaluatedItems": return "hindi dapat magkaroon ng mga hindi pa nasusuring item";
		case "unevaluatedProperties": return "hindi dapat magkaroon ng mga hindi pa nasusuring katangian";
		case "uniqueItems": return `hindi dapat magkaroon ng mga duplicate na item`;
		case "~refine": return error.params.message;
		default: return "nagkaroon ng hindi kilalang error sa pagpapatunay";
	}
}
// build/system/locale/fr_CA.mjs
function fr_CA(error) {
	switch (error.keyword) {
		case "additionalProperties": return "ne doit pas avoir de propriétés additionnelles";
		case "anyOf": return "doit correspondre à un schéma dans anyOf";
		case "boolean": return "le schéma est faux";
		case "const": return "doit être égal à la constante";
		case "contains": return "doit contenir au moins 1 élément valide";
		case "dependencies": return `doit avoir les propriétés ${error.params.dependencies.join(", ")} lorsque la propriété ${error.params.property} est présente`;
		case "dependentRequired": return `doit avoir les propriétés ${error.params.dependencies.join(", ")} lorsque la propriété ${error.params.property} est présente`;
		case "enum": return "doit être égal à l'une des valeurs autorisées";
		case "exclusiveMaximum": return `doit être ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `doit être ${error.params.comparison} ${error.params.limit}`;
		case "format": return `doit correspondre au format "${error.params.format}"`;
		case "if": return `doit correspondre au schéma "${error.params.failingKeyword}"`;
		case "maxItems": return `ne doit pas avoir plus de ${error.params.limit} éléments`;
		case "maxLength": return `ne doit pas avoir plus de ${error.params.limit} caractères`;
		case "maxProperties": return `ne doit pas avoir plus de ${error.params.limit} propriétés`;
		case "maximum": return `doit être ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `ne doit pas avoir moins de ${error.params.limit} éléments`;
		case "minLength": return `ne doit pas avoir moins de ${error.params.limit} caractères`;
		case "minProperties": return `ne doit pas avoir moins de ${error.params.limit} propriétés`;
		case "minimum": return `doit être ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `doit être un multiple de ${error.params.multipleOf}`;
		case "not": return "ne doit pas être valide";
		case "oneOf": return "doit correspondre exactement à un schéma dans oneOf";
		case "pattern": return `doit correspondre au motif "${error.params.pattern}"`;
		case "propertyNames": return `les noms de propriété ${error.params.propertyNames.join(", ")} sont invalides`;
		case "required": return `doit avoir les propriétés requises ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `doit être ${error.params.type}` : `doit être l'un des types suivants : ${error.params.type.join(" ou ")}`;
		case "unevaluatedItems": return "ne doit pas avoir d'éléments non évalués";
		case "unevaluatedProperties": return "ne doit pas avoir de propriétés non évaluées";
		case "uniqueItems": return `ne doit pas avoir d'éléments en double`;
		case "~refine": return error.params.message;
		default: return "une erreur de validation inconnue est survenue";
	}
}
// build/system/locale/fr_FR.mjs
function fr_FR(error) {
	switch (error.keyword) {
		case "additionalProperties": return "ne doit pas avoir de propriétés additionnelles";
		case "anyOf": return "doit correspondre à un schéma dans anyOf";
		case "boolean": return "le schéma est faux";
		case "const": return "doit être égal à la constante";
		case "contains": return "doit contenir au moins 1 élément valide";
		case "dependencies": return `doit avoir les propriétés ${error.params.dependencies.join(", ")} lorsque la propriété ${error.params.property} est présente`;
		case "dependentRequired": return `doit avoir les propriétés ${error.params.dependencies.join(", ")} lorsque la propriété ${error.params.property} est présente`;
		case "enum": return "doit être égal à l'une des valeurs autorisées";
		case "exclusiveMaximum": return `doit être ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `doit être ${error.params.comparison} ${error.params.limit}`;
		case "format": return `doit correspondre au format "${error.params.format}"`;
		case "if": return `doit correspondre au schéma "${error.params.failingKeyword}"`;
		case "maxItems": return `ne doit pas avoir plus de ${error.params.limit} éléments`;
		case "maxLength": return `ne doit pas avoir plus de ${error.params.limit} caractères`;
		case "maxProperties": return `ne doit pas avoir plus de ${error.params.limit} propriétés`;
		case "maximum": return `doit être ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `ne doit pas avoir moins de ${error.params.limit} éléments`;
		case "minLength": return `ne doit pas avoir moins de ${error.params.limit} caractères`;
		case "minProperties": return `ne doit pas avoir moins de ${error.params.limit} propriétés`;
		case "minimum": return `doit être ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `doit être un multiple de ${error.params.multipleOf}`;
		case "not": return "ne doit pas être valide";
		case "oneOf": return "doit correspondre exactement à un schéma dans oneOf";
		case "pattern": return `doit correspondre au motif "${error.params.pattern}"`;
		case "propertyNames": return `les noms de propriété ${error.params.propertyNames.join(", ")} sont invalides`;
		case "required": return `doit avoir les propriétés requises ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `doit être ${error.params.type}` : `doit être l'un des types suivants : ${error.params.type.join(" ou ")}`;
		case "unevaluatedItems": return "ne doit pas avoir d'éléments non évalués";
		case "unevaluatedProperties": return "ne doit pas avoir de propriétés non évaluées";
		case "uniqueItems": return `ne doit pas avoir d'éléments en double`;
		case "~refine": return error.params.message;
		default: return "une erreur de validation inconnue est survenue";
	}
}
// build/system/locale/ha_NG.mjs
function ha_NG(error) {
	switch (error.keyword) {
		case "additionalProperties": return "kada ya kasance yana da ƙarin kaddarori";
		case "anyOf": return "dole ne ya dace da wani tsari a cikin anyOf";
		case "boolean": return "tsarin yana da karya";
		case "const": return "dole ne ya zama daidai da madaidaicin";
		case "contains": return "dole ne ya ƙunshi aƙalla abu 1 mai inganci";
		case "dependencies": return `dole ne ya kasance yana da kaddarori ${error.params.dependencies.join(", ")} idan kadara ${error.params.property} tana nan`;
		case "dependentRequired": return `dole ne ya kasance yana da kaddarori ${error.params.dependencies.join(", ")} idan kadara ${error.params.property} tana nan`;
		case "enum": return "dole ne ya zama daidai da ɗayan ƙimar da aka yarda";
		case "exclusiveMaximum": return `dole ne ya zama ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `dole ne ya zama ${error.params.comparison} ${error.params.limit}`;
		case "format": return `dole ne ya dace da tsarin "${error.params.format}"`;
		case "if": return `dole ne ya dace da tsarin "${error.params.failingKeyword}"`;
		case "maxItems": return `kada ya kasance yana da fiye da abubuwa ${error.params.limit}`;
		case "maxLength": return `kada ya kasance yana da fiye da haruffa ${error.params.limit}`;
		case "maxProperties": return `kada ya kasance yana da fiye da kaddarori ${error.params.limit}`;
		case "maximum": return `dole ne ya zama ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `kada ya kasance yana da ƙasa da abubuwa ${error.params.limit}`;
		case "minLength": return `kada ya kasance yana da ƙasa da haruffa ${error.params.limit}`;
		case "minProperties": return `kada ya kasance yana da ƙasa da kaddarori ${error.params.limit}`;
		case "minimum": return `dole ne ya zama ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `dole ne ya zama ninki na ${error.params.multipleOf}`;
		case "not": return "kada ya zama mai inganci";
		case "oneOf": return "dole ne ya dace da tsari ɗaya kawai a cikin oneOf";
		case "pattern": return `dole ne ya dace da tsari "${error.params.pattern}"`;
		case "propertyNames": return `sunayen kaddarori ${error.params.propertyNames.join(", ")} ba su da inganci`;
		case "required": return `dole ne ya kasance yana da kaddarori masu mahimmanci ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `dole ne ya zama ${error.params.type}` : `dole ne ya zama ɗaya daga cikin ${error.params.type.join(" ko ")}`;
		case "unevaluatedItems": return "kada ya kasance yana da abubuwan da ba a kimanta su ba";
		case "unevaluatedProperties": return "kada ya kasance yana da kaddarorin da ba a kimanta su ba";
		case "uniqueItems": return `kada ya kasance yana da abubuwan da suka yi kama`;
		case "~refine": return error.params.message;
		default: return "an sami kuskuren tabbatarwa da ba a sani ba";
	}
}
// build/system/locale/hi_IN.mjs
function hi_IN(error) {
	switch (error.keyword) {
		case "additionalProperties": return "में अतिरिक्त गुण नहीं होने चाहिए";
		case "anyOf": return "anyOf में एक स्कीमा से मेल खाना चाहिए";
		case "boolean": return "स्कीमा गलत है";
		case "const": return "स्थिरांक के बराबर होना चाहिए";
		case "contains": return "में कम से कम 1 वैध आइटम होना चाहिए";
		case "dependencies": return `जब गुण ${error.params.property} मौजूद हो तो उसमें ${error.params.dependencies.join(", ")} गुण होने चाहिए`;
		case "dependentRequired": return `जब गुण ${error.params.property} मौजूद हो तो उसमें ${error.params.dependencies.join(", ")} गुण होने चाहिए`;
		case "enum": return "अनुमत मानों में से एक के बराबर होना चाहिए";
		case "exclusiveMaximum": return `${error.params.comparison} ${error.params.limit} होना चाहिए`;
		case "exclusiveMinimum": return `${error.params.comparison} ${error.params.limit} होना चाहिए`;
		case "format": return `"${error.params.format}" प्रारूप से मेल खाना चाहिए`;
		case "if": return `"${error.params.failingKeyword}" स्कीमा से मेल खाना चाहिए`;
		case "maxItems": return `में ${error.params.limit} से अधिक आइटम नहीं होने चाहिए`;
		case "maxLength": return `में ${error.params.limit} से अधिक वर्ण नहीं होने चाहिए`;
		case "maxProperties": return `में ${error.params.limit} से अधिक गुण नहीं होने चाहिए`;
		case "maximum": return `${error.params.comparison} ${error.params.limit} होना चाहिए`;
		case "minItems": return `में ${error.params.limit} से कम आइटम नहीं होने चाहिए`;
		case "minLength": return `में ${error.params.limit} से कम वर्ण नहीं होने चाहिए`;
		case "minProperties": return `में ${error.params.limit} से कम गुण नहीं होने चाहिए`;
		case "minimum": return `${error.params.comparison} ${error.params.limit} होना चाहिए`;
		case "multipleOf": return `${error.params.multipleOf} का गुणज होना चाहिए`;
		case "not": return "वैध नहीं होना चाहिए";
		case "oneOf": return "oneOf में ठीक एक स्कीमा से मेल खाना चाहिए";
		case "pattern": return `पैटर्न "${error.params.pattern}" से मेल खाना चाहिए`;
		case "propertyNames": return `गुण नाम ${error.params.propertyNames.join(", ")} अमान्य हैं`;
		case "required": return `में आवश्यक गुण ${error.params.requiredProperties.join(", ")} होने चाहिए`;
		case "type": return typeof error.params.type === "string" ? `${error.params.type} होना चाहिए` : `या तो ${error.params.type.join(" या ")} होना चाहिए`;
		case "unevaluatedItems": return "में अप्रयुक्त आइटम नहीं होने चाहिए";
		case "unevaluatedProperties": return "में अप्रयुक्त गुण नहीं होने चाहिए";
		case "uniqueItems": return `में डुप्लिकेट आइटम नहीं होने चाहिए`;
		case "~refine": return error.params.message;
		default: return "एक अज्ञात सत्यापन त्रुटि हुई";
	}
}
// build/system/locale/hu_HU.mjs
function hu_HU(error) {
	switch (error.keyword) {
		case "additionalProperties": return "nem lehetnek további tulajdonságai";
		case "anyOf": return "meg kell egyeznie az anyOf-ban található sémák egyikével";
		case "boolean": return "a séma hamis";
		case "const": return "egyenlőnek kell lennie az állandóval";
		case "contains": return "legalább 1 érvényes elemet kell tartalmaznia";
		case "dependencies": return `rendelkeznie kell a(z) ${error.params.dependencies.join(", ")} tulajdonságokkal, ha a(z) ${error.params.property} tulajdonság jelen van`;
		case "dependentRequired": return `rendelkeznie kell a(z) ${error.params.dependencies.join(", ")} tulajdonságokkal, ha a(z) ${error.params.property} tulajdonság jelen van`;
		case "enum": return "egyenlőnek kell lennie az engedélyezett értékek egyikével";
		case "exclusiveMaximum": return `${error.params.comparison} ${error.params.limit} kell lennie`;
		case "exclusiveMinimum": return `${error.params.comparison} ${error.params.limit} kell lennie`;
		case "format": return `meg kell egyeznie a(z) "${error.params.format}" formátummal`;
		case "if": return `meg kell egyeznie a(z) "${error.params.failingKeyword}" sémával`;
		case "maxItems": return `nem lehet több, mint ${error.params.limit} eleme`;
		case "maxLength": return `nem lehet több, mint ${error.params.limit} karaktere`;
		case "maxProperties": return `nem lehet több, mint ${error.params.limit} tulajdonsága`;
		case "maximum": return `${error.params.comparison} ${error.params.limit} kell lennie`;
		case "minItems": return `nem lehet kevesebb, mint ${error.params.limit} eleme`;
		case "minLength": return `nem lehet kevesebb, mint ${error.params.limit} karaktere`;
		case "minProperties": return `nem lehet kevesebb, mint ${error.params.limit} tulajdonsága`;
		case "minimum": return `${error.params.comparison} ${error.params.limit} kell lennie`;
		case "multipleOf": return `a(z) ${error.params.multipleOf} többszörösének kell lennie`;
		case "not": return "nem lehet érvényes";
		case "oneOf": return "pontosan egy sémának kell megfelelnie a oneOf-ban";
		case "pattern": return `meg kell egyeznie a(z) "${error.params.pattern}" mintával`;
		case "propertyNames": return `a tulajdonságnevek (${error.params.propertyNames.join(", ")}) érvénytelenek`;
		case "required": return `rendelkeznie kell a(z) ${error.params.requiredProperties.join(", ")} kötelező tulajdonságokkal`;
		case "type": return typeof error.params.type === "string" ? `típusának ${error.params.type} kell lennie` : `típusának ${error.params.type.join(" vagy ")} kell lennie`;
		case "unevaluatedItems": return "nem lehetnek nem értékelt elemei";
		case "unevaluatedProperties": return "nem lehetnek nem értékelt tulajdonságai";
		case "uniqueItems": return `nem lehetnek ismétlődő elemei`;
		case "~refine": return error.params.message;
		default: return "ismeretlen validációs hiba történt";
	}
}
// build/system/locale/id_ID.mjs
function id_ID(error) {
	switch (error.keyword) {
		case "additionalProperties": return "tidak boleh memiliki properti tambahan";
		case "anyOf": return "harus cocok dengan skema di anyOf";
		case "boolean": return "skema salah";
		case "const": return "harus sama dengan konstanta";
		case "contains": return "harus mengandung setidaknya 1 item yang valid";
		case "dependencies": return `harus memiliki properti ${error.params.dependencies.join(", ")} ketika properti ${error.params.property} ada`;
		case "dependentRequired": return `harus memiliki properti ${error.params.dependencies.join(", ")} ketika properti ${error.params.property} ada`;
		case "enum": return "harus sama dengan salah satu nilai yang diizinkan";
		case "exclusiveMaximum": return `harus ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `harus ${error.params.comparison} ${error.params.limit}`;
		case "format": return `harus cocok dengan format "${error.params.format}"`;
		case "if": return `harus cocok dengan skema "${error.params.failingKeyword}"`;
		case "maxItems": return `tidak boleh memiliki lebih dari ${error.params.limit} item`;
		case "maxLength": return `tidak boleh memiliki lebih dari ${error.params.limit} karakter`;
		case "maxProperties": return `tidak boleh memiliki lebih dari ${error.params.limit} properti`;
		case "maximum": return `harus ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `tidak boleh memiliki kurang dari ${error.params.limit} item`;
		case "minLength": return `tidak boleh memiliki kurang dari ${error.params.limit} karakter`;
		case "minProperties": return `tidak boleh memiliki kurang dari ${error.params.limit} properti`;
		case "minimum": return `harus ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `harus kelipatan dari ${error.params.multipleOf}`;
		case "not": return "tidak boleh valid";
		case "oneOf": return "harus cocok persis dengan satu skema di oneOf";
		case "pattern": return `harus cocok dengan pola "${error.params.pattern}"`;
		case "propertyNames": return `nama properti ${error.params.propertyNames.join(", ")} tidak valid`;
		case "required": return `harus memiliki properti yang wajib diisi ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `harus berupa ${error.params.type}` : `harus berupa ${error.params.type.join(" atau ")}`;
		case "unevaluatedItems": return "tidak boleh memiliki item yang belum dievaluasi";
		case "unevaluatedProperties": return "tidak boleh memiliki properti yang belum dievaluasi";
		case "uniqueItems": return `tidak boleh memiliki item duplikat`;
		case "~refine": return error.params.message;
		default: return "terjadi kesalahan validasi yang tidak diketahui";
	}
}
// build/system/locale/it_IT.mjs
function it_IT(error) {
	switch (error.keyword) {
		case "additionalProperties": return "non deve avere proprietà aggiuntive";
		case "anyOf": return "deve corrispondere a uno schema in anyOf";
		case "boolean": return "lo schema è falso";
		case "const": return "deve essere uguale alla costante";
		case "contains": return "deve contenere almeno 1 elemento valido";
		case "dependencies": return `deve avere le proprietà ${error.params.dependencies.join(", ")} quando la proprietà ${error.params.property} è presente`;
		case "dependentRequired": return `deve avere le proprietà ${error.params.dependencies.join(", ")} quando la proprietà ${error.params.property} è presente`;
		case "enum": return "deve essere uguale a uno dei valori consentiti";
		case "exclusiveMaximum": return `deve essere ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `deve essere ${error.params.comparison} ${error.params.limit}`;
		case "format": return `deve corrispondere al formato "${error.params.format}"`;
		case "if": return `deve corrispondere allo schema "${error.params.failingKeyword}"`;
		case "maxItems": return `non deve avere più di ${error.params.limit} elementi`;
		case "maxLength": return `non deve avere più di ${error.params.limit} caratteri`;
		case "maxProperties": return `non deve avere più di ${error.params.limit} proprietà`;
		case "maximum": return `deve essere ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `non deve avere meno di ${error.params.limit} elementi`;
		case "minLength": return `non deve avere meno di ${error.params.limit} caratteri`;
		case "minProperties": return `non deve avere meno di ${error.params.limit} proprietà`;
		case "minimum": return `deve essere ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `deve essere un multiplo di ${error.params.multipleOf}`;
		case "not": return "non deve essere valido";
		case "oneOf": return "deve corrispondere esattamente a uno schema in oneOf";
		case "pattern": return `deve corrispondere al pattern "${error.params.pattern}"`;
		case "propertyNames": return `i nomi delle proprietà ${error.params.propertyNames.join(", ")} non sono validi`;
		case "required": return `deve avere le proprietà richieste ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `deve essere ${error.params.type}` : `deve essere ${error.params.type.join(" o ")}`;
		case "unevaluatedItems": return "non deve avere elementi non valutati";
		case "unevaluatedProperties": return "non deve avere proprietà non valutate";
		case "uniqueItems": return `non deve avere elementi duplicati`;
		case "~refine": return error.params.message;
		default: return "si è verificato un errore di validazione sconosciuto";
	}
}
// build/system/locale/ja_JP.mjs
function ja_JP(error) {
	switch (error.keyword) {
		case "additionalProperties": return "追加のプロパティを持つことはできません";
		case "anyOf": return "anyOf のスキーマと一致する必要があります";
		case "boolean": return "スキーマが false です";
		case "const": return "定数と等しい必要があります";
		case "contains": return "少なくとも1つの有効なアイテムを含む必要があります";
		case "dependencies": return `プロパティ ${error.params.property} が存在する場合、プロパティ ${error.params.dependencies.join(", ")} を持つ必要があります`;
		case "dependentRequired": return `プロパティ ${error.params.property} が存在する場合、プロパティ ${error.params.dependencies.join(", ")} を持つ必要があります`;
		case "enum": return "許可された値のいずれかと等しい必要があります";
		case "exclusiveMaximum": return `${error.params.comparison} ${error.params.limit} である必要があります`;
		case "exclusiveMinimum": return `${error.params.comparison} ${error.params.limit} である必要があります`;
		case "format": return `フォーマット "${error.params.format}" と一致する必要があります`;
		case "if": return `"${error.params.failingKeyword}" スキーマと一致する必要があります`;
		case "maxItems": return `${error.params.limit} 個を超えるアイテムを持つことはできません`;
		case "maxLength": return `${error.params.limit} 文字を超えることはできません`;
		case "maxProperties": return `${error.params.limit} 個を超えるプロパティを持つことはできません`;
		case "maximum": return `${error.params.comparison} ${error.params.limit} である必要があります`;
		case "minItems": return `${error.params.limit} 個未満のアイテムを持つことはできません`;
		case "minLength": return `${error.params.limit} 文字未満であることはできません`;
		case "minProperties": return `${error.params.limit} 個未満のプロパティを持つことはできません`;
		case "minimum": return `${error.params.comparison} ${error.params.limit} である必要があります`;
		case "multipleOf": return `${error.params.multipleOf} の倍数である必要があります`;
		case "not": return "有効であってはなりません";
		case "oneOf": return "oneOf のいずれか1つのスキーマと正確に一致する必要があります";
		case "pattern": return `パターン "${error.params.pattern}" と一致する必要があります`;
		case "propertyNames": return `プロパティ名 ${error.params.propertyNames.join(", ")} は無効です`;
		case "required": return `必須プロパティ ${error.params.requiredProperties.join(", ")} を持つ必要があります`;
		case "type": return typeof error.params.type === "string" ? `${error.params.type} である必要があります` : `${error.params.type.join(" または ")} のいずれかである必要があります`;
		case "unevaluatedItems": return "未評価のアイテムを持つことはできません";
		case "unevaluatedProperties": return "未評価のプロパティを持つことはできません";
		case "uniqueItems": return `重複するアイテムを持つことはできません`;
		case "~refine": return error.params.message;
		default: return "不明なバリデーションエラーが発生しました";
	}
}
// build/system/locale/ko_KR.mjs
function ko_KR(error) {
	switch (error.keyword) {
		case "additionalProperties": return "추가 속성을 가질 수 없습니다";
		case "anyOf": return "anyOf의 스키마와 일치해야 합니다";
		case "boolean": return "스키마가 잘못되었습니다";
		case "const": return "상수와 같아야 합니다";
		case "contains": return "최소 1개의 유효한 항목을 포함해야 합니다";
		case "dependencies": return `속성 ${error.params.property}이(가) 존재할 때 속성 ${error.params.dependencies.join(", ")}을(를) 가지고 있어야 합니다`;
		case "dependentRequired": return `속성 ${error.params.property}이(가) 존재할 때 속성 ${error.params.dependencies.join(", ")}을(를) 가지고 있어야 합니다`;
		case "enum": return "허용된 값 중 하나와 같아야 합니다";
		case "exclusiveMaximum": return `${error.params.comparison} ${error.params.limit}이어야 합니다`;
		case "exclusiveMinimum": return `${error.params.comparison} ${error.params.limit}이어야 합니다`;
		case "format": return `"${error.params.format}" 형식과 일치해야 합니다`;
		case "if": return `"${error.params.failingKeyword}" 스키마와 일치해야 합니다`;
		case "maxItems": return `항목이 ${error.params.limit}개보다 많을 수 없습니다`;
		case "maxLength": return `글자 수가 ${error.params.limit}개보다 많을 수 없습니다`;
		case "maxProperties": return `속성이 ${error.params.limit}개보다 많을 수 없습니다`;
		case "maximum": return `${error.params.comparison} ${error.params.limit}이어야 합니다`;
		case "minItems": return `항목이 ${error.params.limit}개보다 적을 수 없습니다`;
		case "minLength": return `글자 수가 ${error.params.limit}개보다 적을 수 없습니다`;
		case "minProperties": return `속성이 ${error.params.limit}개보다 적을 수 없습니다`;
		case "minimum": return `${error.params.comparison} ${error.params.limit}이어야 합니다`;
		case "multipleOf": return `${error.params.multipleOf}의 배수여야 합니다`;
		case "not": return "유효하지 않아야 합니다";
		case "oneOf": return "oneOf의 스키마 중 정확히 하나와 일치해야 합니다";
		case "pattern": return `패턴 "${error.params.pattern}"과 일치해야 합니다`;
		case "propertyNames": return `속성 이름 ${error.params.propertyNames.join(", ")}이(가) 유효하지 않습니다`;
		case "required": return `필수 속성 ${error.params.requiredProperties.join(", ")}을(를) 가지고 있어야 합니다`;
		case "type": return typeof error.params.type === "string" ? `${error.params.type}이어야 합니다` : `${error.params.type.join(" 또는 ")} 중 하나여야 합니다`;
		case "unevaluatedItems": return "평가되지 않은 항목을 가질 수 없습니다";
		case "unevaluatedProperties": return "평가되지 않은 속성을 가질 수 없습니다";
		case "uniqueItems": return `중복 항목을 가질 수 없습니다`;
		case "~refine": return error.params.message;
		default: return "알 수 없는 유효성 검사 오류가 발생했습니다";
	}
}
// build/system/locale/ms_MY.mjs
function ms_MY(error) {
	switch (error.keyword) {
		case "additionalProperties": return "tidak boleh mempunyai sifat tambahan";
		case "anyOf": return "mesti sepadan dengan skema dalam anyOf";
		case "boolean": return "skema adalah palsu";
		case "const": return "mesti sama dengan pemalar";
		case "contains": return "mesti mengandungi sekurang-kurangnya 1 item yang sah";
		case "dependencies": return `mesti mempunyai sifat ${error.params.dependencies.join(", ")} apabila sifat ${error.params.property} hadir`;
		case "dependentRequired": return `mesti mempunyai sifat ${error.params.dependencies.join(", ")} apabila sifat ${error.params.property} hadir`;
		case "enum": return "mesti sama dengan salah satu nilai yang dibenarkan";
		case "exclusiveMaximum": return `mesti ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `mesti ${error.params.comparison} ${error.params.limit}`;
		case "format": return `mesti sepadan dengan format "${error.params.format}"`;
		case "if": return `mesti sepadan dengan skema "${error.params.failingKeyword}"`;
		case "maxItems": return `tidak boleh mempunyai lebih daripada ${error.params.limit} item`;
		case "maxLength": return `tidak boleh mempunyai lebih daripada ${error.params.limit} aksara`;
		case "maxProperties": return `tidak boleh mempunyai lebih daripada ${error.params.limit} sifat`;
		case "maximum": return `mesti ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `tidak boleh mempunyai kurang daripada ${error.params.limit} item`;
		case "minLength": return `tidak boleh mempunyai kurang daripada ${error.params.limit} aksara`;
		case "minProperties": return `tidak boleh mempunyai kurang daripada ${error.params.limit} sifat`;
		case "minimum": return `mesti ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `mesti gandaan ${error.params.multipleOf}`;
		case "not": return "tidak boleh sah";
		case "oneOf": return "mesti sepadan dengan tepat satu skema dalam oneOf";
		case "pattern": return `mesti sepadan dengan corak "${error.params.pattern}"`;
		case "propertyNames": return `nama sifat ${error.params.propertyNames.join(", ")} tidak sah`;
		case "required": return `mesti mempunyai sifat yang diperlukan ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `mesti ${error.params.type}` : `mesti sama ada ${error.params.type.join(" atau ")}`;
		case "unevaluatedItems": return "tidak boleh mempunyai item yang tidak dinilai";
		case "unevaluatedProperties": return "tidak boleh mempunyai sifat yang tidak dinilai";
		case "uniqueItems": return `tidak boleh mempunyai item pendua`;
		case "~refine": return error.params.message;
		default: return "ralat pengesahan yang tidak diketahui berlaku";
	}
}
// build/system/locale/nl_NL.mjs
function nl_NL(error) {
	switch (error.keyword) {
		case "additionalProperties": return "mag geen aanvullende eigenschappen hebben";
		case "anyOf": return "moet overeenkomen met een schema in anyOf";
		case "boolean": return "schema is onwaar";
		case "const": return "moet gelijk zijn aan constante";
		case "contains": return "moet ten minste 1 geldig item bevatten";
		case "dependencies": return `moet eigenschappen ${error.params.dependencies.join(", ")} hebben wanneer eigenschap ${error.params.property} aanwezig is`;
		case "dependentRequired": return `moet eigenschappen ${error.params.dependencies.join(", ")} hebben wanneer eigenschap ${error.params.property} aanwezig is`;
		case "enum": return "moet gelijk zijn aan een van de toegestane waarden";
		case "exclusiveMaximum": return `moet ${error.params.comparison} ${error.params.limit} zijn`;
		case "exclusiveMinimum": return `moet ${error.params.comparison} ${error.params.limit} zijn`;
		case "format": return `moet overeenkomen met formaat "${error.params.format}"`;
		case "if": return `moet overeenkomen met "${error.params.failingKeyword}" schema`;
		case "maxItems": return `mag niet meer dan ${error.params.limit} items hebben`;
		case "maxLength": return `mag niet meer dan ${error.params.limit} tekens hebben`;
		case "maxProperties": return `mag niet meer dan ${error.params.limit} eigenschappen hebben`;
		case "maximum": return `moet ${error.params.comparison} ${error.params.limit} zijn`;
		case "minItems": return `mag niet minder dan ${error.params.limit} items hebben`;
		case "minLength": return `mag niet minder dan ${error.params.limit} tekens hebben`;
		case "minProperties": return `mag niet minder dan ${error.params.limit} eigenschappen hebben`;
		case "minimum": return `moet ${error.params.comparison} ${error.params.limit} zijn`;
		case "multipleOf": return `moet een veelvoud zijn van ${error.params.multipleOf}`;
		case "not": return "mag niet geldig zijn";
		case "oneOf": return "moet precies één schema in oneOf overeenkomen";
		case "pattern": return `moet overeenkomen met patroon "${error.params.pattern}"`;
		case "propertyNames": return `eigenschapsnamen ${error.params.propertyNames.join(", ")} zijn ongeldig`;
		case "required": return `moet de vereiste eigenschappen ${error.params.requiredProperties.join(", ")} hebben`;
		case "type": return typeof error.params.type === "string" ? `moet ${error.params.type} zijn` : `moet ${error.params.type.join(" of ")} zijn`;
		case "unevaluatedItems": return "mag geen onbeoordeelde items hebben";
		case "unevaluatedProperties": return "mag geen onbeoordeelde eigenschappen hebben";
		case "uniqueItems": return `mag geen dubbele items hebben`;
		case "~refine": return error.params.message;
		default: return "er is een onbekende validatiefout opgetreden";
	}
}
// build/system/locale/pl_PL.mjs
function pl_PL(error) {
	switch (error.keyword) {
		case "additionalProperties": return "nie może mieć dodatkowych właściwości";
		case "anyOf": return "musi pasować do schematu w anyOf";
		case "boolean": return "schemat jest fałszywy";
		case "const": return "musi być równy stałej";
		case "contains": return "musi zawierać co najmniej 1 prawidłowy element";
		case "dependencies": return `musi mieć właściwości ${error.params.dependencies.join(", ")}, gdy właściwość ${error.params.property} jest obecna`;
		case "dependentRequired": return `musi mieć właściwości ${error.params.dependencies.join(", ")}, gdy właściwość ${error.params.property} jest obecna`;
		case "enum": return "musi być równy jednej z dozwolonych wartości";
		case "exclusiveMaximum": return `musi być ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `musi być ${error.params.comparison} ${error.params.limit}`;
		case "format": return `musi pasować do formatu "${error.params.format}"`;
		case "if": return `musi pasować do schematu "${error.params.failingKeyword}"`;
		case "maxItems": return `nie może mieć więcej niż ${error.params.limit} elementów`;
		case "maxLength": return `nie może mieć więcej niż ${error.params.limit} znaków`;
		case "maxProperties": return `nie może mieć więcej niż ${error.params.limit} właściwości`;
		case "maximum": return `musi być ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `nie może mieć mniej niż ${error.params.limit} elementów`;
		case "minLength": return `nie może mieć mniej niż ${error.params.limit} znaków`;
		case "minProperties": return `nie może mieć mniej niż ${error.params.limit} właściwości`;
		case "minimum": return `musi być ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `musi być wielokrotnością ${error.params.multipleOf}`;
		case "not": return "nie może być ważne";
		case "oneOf": return "musi pasować dokładnie do jednego schematu w oneOf";
		case "pattern": return `musi pasować do wzorca "${error.params.pattern}"`;
		case "propertyNames": return `nazwy właściwości ${error.params.propertyNames.join(", ")} są nieprawidłowe`;
		case "required": return `musi mieć wymagane właściwości ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `musi być typu ${error.params.type}` : `musi być typu ${error.params.type.join(" lub ")}`;
		case "unevaluatedItems": return "nie może mieć nieewaluowanych elementów";
		case "unevaluatedProperties": return "nie może mieć nieewaluowanych właściwości";
		case "uniqueItems": return `nie może zawierać zduplikowanych elementów`;
		case "~refine": return error.params.message;
		default: return "wystąpił nieznany błąd walidacji";
	}
}
// build/system/locale/pt_BR.mjs
function pt_BR(error) {
	switch (error.keyword) {
		case "additionalProperties": return "não deve ter propriedades adicionais";
		case "anyOf": return "deve corresponder a um esquema em anyOf";
		case "boolean": return "o esquema é falso";
		case "const": return "deve ser igual à constante";
		case "contains": return "deve conter pelo menos 1 item válido";
		case "dependencies": return `deve ter as propriedades ${error.params.dependencies.join(", ")} quando a propriedade ${error.params.property} estiver presente`;
		case "dependentRequired": return `deve ter as propriedades ${error.params.dependencies.join(", ")} quando a propriedade ${error.params.property} estiver presente`;
		case "enum": return "deve ser igual a um dos valores permitidos";
		case "exclusiveMaximum": return `deve ser ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `deve ser ${error.params.comparison} ${error.params.limit}`;
		case "format": return `deve corresponder ao formato "${error.params.format}"`;
		case "if": return `deve corresponder ao esquema "${error.params.failingKeyword}"`;
		case "maxItems": return `não deve ter mais de ${error.params.limit} itens`;
		case "maxLength": return `não deve ter mais de ${error.params.limit} caracteres`;
		case "maxProperties": return `não deve ter mais de ${error.params.limit} propriedades`;
		case "maximum": return `deve ser ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `não deve ter menos de ${error.params.limit} itens`;
		case "minLength": return `não deve ter menos de ${error.params.limit} caracteres`;
		case "minProperties": return `não deve ter menos de ${error.params.limit} propriedades`;
		case "minimum": return `deve ser ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `deve ser múltiplo de ${error.params.multipleOf}`;
		case "not": return "não deve ser válido";
		case "oneOf": return "deve corresponder exatamente a um esquema em oneOf";
		case "pattern": return `deve corresponder ao padrão "${error.params.pattern}"`;
		case "propertyNames": return `os nomes das propriedades ${error.params.propertyNames.join(", ")} são inválidos`;
		case "required": return `deve ter as propriedades obrigatórias ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `deve ser ${error.params.type}` : `deve ser ${error.params.type.join(" ou ")}`;
		case "unevaluatedItems": return "não deve ter itens não avaliados";
		case "unevaluatedProperties": return "não deve ter propriedades não avaliadas";
		case "uniqueItems": return `não deve ter itens duplicados`;
		case "~refine": return error.params.message;
		default: return "ocorreu um erro de validação desconhecido";
	}
}
// build/system/locale/pt_PT.mjs
function pt_PT(error) {
	switch (error.keyword) {
		case "additionalProperties": return "não deve ter propriedades adicionais";
		case "anyOf": return "deve corresponder a um esquema em anyOf";
		case "boolean": return "o esquema é falso";
		case "const": return "deve ser igual à constante";
		case "contains": return "deve conter pelo menos 1 item válido";
		case "dependencies": return `deve ter as propriedades ${error.params.dependencies.join(", ")} quando a propriedade ${error.params.property} estiver presente`;
		case "dependentRequired": return `deve ter as propriedades ${error.params.dependencies.join(", ")} quando a propriedade ${error.params.property} estiver presente`;
		case "enum": return "deve ser igual a um dos valores permitidos";
		case "exclusiveMaximum": return `deve ser ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `deve ser ${error.params.comparison} ${error.params.limit}`;
		case "format": return `deve corresponder ao formato "${error.params.format}"`;
		case "if": return `deve corresponder ao esquema "${error.params.failingKeyword}"`;
		case "maxItems": return `não deve ter mais de ${error.params.limit} itens`;
		case "maxLength": return `não deve ter mais de ${error.params.limit} carateres`;
		case "maxProperties": return `não deve ter mais de ${error.params.limit} propriedades`;
		case "maximum": return `deve ser ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `não deve ter menos de ${error.params.limit} itens`;
		case "minLength": return `não deve ter menos de ${error.params.limit} carateres`;
		case "minProperties": return `não deve ter menos de ${error.params.limit} propriedades`;
		case "minimum": return `deve ser ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `deve ser múltiplo de ${error.params.multipleOf}`;
		case "not": return "não deve ser válido";
		case "oneOf": return "deve corresponder exatamente a um esquema em oneOf";
		case "pattern": return `deve corresponder ao padrão "${error.params.pattern}"`;
		case "propertyNames": return `os nomes das propriedades ${error.params.propertyNames.join(", ")} são inválidos`;
		case "required": return `deve ter as propriedades obrigatórias ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `deve ser ${error.params.type}` : `deve ser ${error.params.type.join(" ou ")}`;
		case "unevaluatedItems": return "não deve ter itens não avaliados";
		case "unevaluatedProperties": return "não deve ter propriedades não avaliadas";
		case "uniqueItems": return `não deve ter itens duplicados`;
		case "~refine": return error.params.message;
		default: return "ocorreu um erro de validação desconhecido";
	}
}
// build/system/locale/ro_RO.mjs
function ro_RO(error) {
	switch (error.keyword) {
		case "additionalProperties": return "nu trebuie să aibă proprietăți suplimentare";
		case "anyOf": return "trebuie să se potrivească cu o schemă din anyOf";
		case "boolean": return "schema este falsă";
		case "const": return "trebuie să fie egal cu constanta";
		case "contains": return "trebuie să conțină cel puțin 1 element valid";
		case "dependencies": return `trebuie să aibă proprietățile ${error.params.dependencies.join(", ")} când proprietatea ${error.params.property} este prezentă`;
		case "dependentRequired": return `trebuie să aibă proprietățile ${error.params.dependencies.join(", ")} când proprietatea ${error.params.property} este prezentă`;
		case "enum": return "trebuie să fie egal cu una dintre valorile permise";
		case "exclusiveMaximum": return `trebuie să fie ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `trebuie să fie ${error.params.comparison} ${error.params.limit}`;
		case "format": return `trebuie să se potrivească formatului "${error.params.format}"`;
		case "if": return `trebuie să se potrivească cu schema "${error.params.failingKeyword}"`;
		case "maxItems": return `nu trebuie să aibă mai mult de ${error.params.limit} elemente`;
		case "maxLength": return `nu trebuie să aibă mai mult de ${error.params.limit} caractere`;
		case "maxProperties": return `nu trebuie să aibă mai mult de ${error.params.limit} proprietăți`;
		case "maximum": return `trebuie să fie ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `nu trebuie să aibă mai puțin de ${error.params.limit} elemente`;
		case "minLength": return `nu trebuie să aibă mai puțin de ${error.params.limit} caractere`;
		case "minProperties": return `nu trebuie să aibă mai puțin de ${error.params.limit} proprietăți`;
		case "minimum": return `trebuie să fie ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `trebuie să fie multiplu de ${error.params.multipleOf}`;
		case "not": return "nu trebuie să fie valid";
		case "oneOf": return "trebuie să se potrivească exact unei scheme din oneOf";
		case "pattern": return `trebuie să se potrivească cu modelul "${error.params.pattern}"`;
		case "propertyNames": return `numele proprietăților ${error.params.propertyNames.join(", ")} sunt invalide`;
		case "required": return `trebuie să aibă proprietățile obligatorii ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `trebuie să fie ${error.params.type}` : `trebuie să fie ${error.params.type.join(" sau ")}`;
		case "unevaluatedItems": return "nu trebuie să aibă elemente neevaluate";
		case "unevaluatedProperties": return "nu trebuie să aibă proprietăți neevaluate";
		case "uniqueItems": return `nu trebuie să aibă elemente duplicate`;
		case "~refine": return error.params.message;
		default: return "a apărut o eroare de validare necunoscută";
	}
}
// build/system/locale/ru_RU.mjs
function ru_RU(error) {
	switch (error.keyword) {
		case "additionalProperties": return "не должно быть дополнительных свойств";
		case "anyOf": return "должен соответствовать одной из схем в anyOf";
		case "boolean": return "схема является ложной";
		case "const": return "должно быть равно константе";
		case "contains": return "должен содержать хотя бы 1 допустимый элемент";
		case "dependencies": return `должен иметь свойства ${error.params.dependencies.join(", ")}, когда свойство ${error.params.property} присутствует`;
		case "dependentRequired": return `должен иметь свойства ${error.params.dependencies.join(", ")}, когда свойство ${error.params.property} присутствует`;
		case "enum": return "должно быть равно одному из разрешенных значений";
		case "exclusiveMaximum": return `должно быть ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `должно быть ${error.params.comparison} ${error.params.limit}`;
		case "format": return `должен соответствовать формату "${error.params.format}"`;
		case "if": return `должен соответствовать схеме "${error.params.failingKeyword}"`;
		case "maxItems": return `не должно быть более ${error.params.limit} элементов`;
		case "maxLength": return `не должно быть более ${error.params.limit} символов`;
		case "maxProperties": return `не должно быть более ${error.params.limit} свойств`;
		case "maximum": return `должно быть ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `не должно быть менее ${error.params.limit} элементов`;
		case "minLength": return `не должно быть менее ${error.params.limit} символов`;
		case "minProperties": return `не должно быть менее ${error.params.limit} свойств`;
		case "minimum": return `должно быть ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `должно быть кратно ${error.params.multipleOf}`;
		case "not": return "не должно быть действительным";
		case "oneOf": return "должен соответствовать ровно одной схеме в oneOf";
		case "pattern": return `должен соответствовать шаблону "${error.params.pattern}"`;
		case "propertyNames": return `имена свойств ${error.params.propertyNames.join(", ")} недопустимы`;
		case "required": return `должен иметь обязательные свойства ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `должен быть ${error.params.type}` : `должен быть либо ${error.params.type.join(" или ")}`;
		case "unevaluatedItems": return "не должно быть нерассмотренных элементов";
		case "unevaluatedProperties": return "не должно быть нерассмотренных свойств";
		case "uniqueItems": return `не должно быть повторяющихся элементов`;
		case "~refine": return error.params.message;
		default: return "произошла неизвестная ошибка валидации";
	}
}
// build/system/locale/sv_SE.mjs
function sv_SE(error) {
	switch (error.keyword) {
		case "additionalProperties": return "får inte ha ytterligare egenskaper";
		case "anyOf": return "måste matcha ett schema i anyOf";
		case "boolean": return "schemat är falskt";
		case "const": return "måste vara lika med konstanten";
		case "contains": return "måste innehålla minst 1 giltigt objekt";
		case "dependencies": return `måste ha egenskaperna ${error.params.dependencies.join(", ")} när egenskapen ${error.params.property} finns`;
		case "dependentRequired": return `måste ha egenskaperna ${error.params.dependencies.join(", ")} när egenskapen ${error.params.property} finns`;
		case "enum": return "måste vara lika med ett av de tillåtna värdena";
		case "exclusiveMaximum": return `måste vara ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `måste vara ${error.params.comparison} ${error.params.limit}`;
		case "format": return `måste matcha formatet "${error.params.format}"`;
		case "if": return `måste matcha "${error.params.failingKeyword}" schema`;
		case "maxItems": return `får inte ha fler än ${error.params.limit} objekt`;
		case "maxLength": return `får inte ha fler än ${error.params.limit} tecken`;
		case "maxProperties": return `får inte ha fler än ${error.params.limit} egenskaper`;
		case "maximum": return `måste vara ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `får inte ha färre än ${error.params.limit} objekt`;
		case "minLength": return `får inte ha färre än ${error.params.limit} tecken`;
		case "minProperties": return `får inte ha färre än ${error.params.limit} egenskaper`;
		case "minimum": return `måste vara ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `måste vara en multipel av ${error.params.multipleOf}`;
		case "not": return "får inte vara giltigt";
		case "oneOf": return "måste matcha exakt ett schema i oneOf";
		case "pattern": return `måste matcha mönstret "${error.params.pattern}"`;
		case "propertyNames": return `egenskapernas namn ${error.params.propertyNames.join(", ")} är ogiltiga`;
		case "required": return `måste ha obligatoriska egenskaper ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `måste vara ${error.params.type}` : `måste vara antingen ${error.params.type.join(" eller ")}`;
		case "unevaluatedItems": return "får inte ha oidentifierade objekt";
		case "unevaluatedProperties": return "får inte ha oidentifierade egenskaper";
		case "uniqueItems": return `får inte ha dubbletter`;
		case "~refine": return error.params.message;
		default: return "ett okänt valideringsfel uppstod";
	}
}
// build/system/locale/sw_TZ.mjs
function sw_TZ(error) {
	switch (error.keyword) {
		case "additionalProperties": return "haipaswi kuwa na sifa za ziada";
		case "anyOf": return "lazima ilingane na schema katika anyOf";
		case "boolean": return "schema si sahihi";
		case "const": return "lazima iwe sawa na nambari isiyobadilika";
		case "contains": return "lazima iwe na angalau kipengee 1 halali";
		case "dependencies": return `lazima iwe na sifa ${error.params.dependencies.join(", ")} wakati sifa ${error.params.property} ipo`;
		case "dependentRequired": return `lazima iwe na sifa ${error.params.dependencies.join(", ")} wakati sifa ${error.params.property} ipo`;
		case "enum": return "lazima iwe sawa na mojawapo ya thamani zinazoruhusiwa";
		case "exclusiveMaximum": return `lazima iwe ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `lazima iwe ${error.params.comparison} ${error.params.limit}`;
		case "format": return `lazima ilingane na muundo "${error.params.format}"`;
		case "if": return `lazima ilingane na schema ya "${error.params.failingKeyword}"`;
		case "maxItems": return `haipaswi kuwa na vitu zaidi ya ${error.params.limit}`;
		case "maxLength": return `haipaswi kuwa na herufi zaidi ya ${error.params.limit}`;
		case "maxProperties": return `haipaswi kuwa na sifa zaidi ya ${error.params.limit}`;
		case "maximum": return `lazima iwe ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `haipaswi kuwa na vitu pungufu ya ${error.params.limit}`;
		case "minLength": return `haipaswi kuwa na herufi pungufu ya ${error.params.limit}`;
		case "minProperties": return `haipaswi kuwa na sifa pungufu ya ${error.params.limit}`;
		case "minimum": return `lazima iwe ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `lazima iwe zao la ${error.params.multipleOf}`;
		case "not": return "haipaswi kuwa halali";
		case "oneOf": return "lazima ilingane na schema moja tu katika oneOf";
		case "pattern": return `lazima ilingane na muundo "${error.params.pattern}"`;
		case "propertyNames": return `majina ya sifa ${error.params.propertyNames.join(", ")} si halali`;
		case "required": return `lazima iwe na sifa zinazohitajika ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `lazima iwe ${error.params.type}` : `lazima iwe ${error.params.type.join(" au ")}`;
		case "unevaluatedItems": return "haipaswi kuwa na vitu visivyotathminiwa";
		case "unevaluatedProperties": return "haipaswi kuwa na sifa zisizotathminiwa";
		case "uniqueItems": return `haipaswi kuwa na vitu vilivyofanana`;
		case "~refine": return error.params.message;
		default: return "hitilafu isiyojulikana ya uthibitishaji imetokea";
	}
}
// build/system/locale/th_TH.mjs
function th_TH(error) {
	switch (error.keyword) {
		case "additionalProperties": return "ต้องไม่มีคุณสมบัติเพิ่มเติม";
		case "anyOf": return "ต้องตรงกับ Schema ใน anyOf";
		case "boolean": return "Schema เป็นเท็จ";
		case "const": return "ต้องเท่ากับค่าคงที่";
		case "contains": return "ต้องมีอย่างน้อย 1 รายการที่ถูกต้อง";
		case "dependencies": return `ต้องมีคุณสมบัติ ${error.params.dependencies.join(", ")} เมื่อมีคุณสมบัติ ${error.params.property} อยู่`;
		case "dependentRequired": return `ต้องมีคุณสมบัติ ${error.params.dependencies.join(", ")} เมื่อมีคุณสมบัติ ${error.params.property} อยู่`;
		case "enum": return "ต้องเท่ากับหนึ่งในค่าที่อนุญาต";
		case "exclusiveMaximum": return `ต้องเป็น ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `ต้องเป็น ${error.params.comparison} ${error.params.limit}`;
		case "format": return `ต้องตรงกับรูปแบบ "${error.params.format}"`;
		case "if": return `ต้องตรงกับ Schema "${error.params.failingKeyword}"`;
		case "maxItems": return `ต้องไม่มีมากกว่า ${error.params.limit} รายการ`;
		case "maxLength": return `ต้องไม่มีมากกว่า ${error.params.limit} ตัวอักษร`;
		case "maxProperties": return `ต้องไม่มีมากกว่า ${error.params.limit} คุณสมบัติ`;
		case "maximum": return `ต้องเป็น ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `ต้องไม่มีน้อยกว่า ${error.params.limit} รายการ`;
		case "minLength": return `ต้องไม่มีน้อยกว่า ${error.params.limit} ตัวอักษร`;
		case "minProperties": return `ต้องไม่มีน้อยกว่า ${error.params.limit} คุณสมบัติ`;
		case "minimum": return `ต้องเป็น ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `ต้องเป็นพหุคูณของ ${error.params.multipleOf}`;
		case "not": return "ต้องไม่ถูกต้อง";
		case "oneOf": return "ต้องตรงกับ Schema เพียงหนึ่งเดียวใน oneOf";
		case "pattern": return `ต้องตรงกับรูปแบบ "${error.params.pattern}"`;
		case "propertyNames": return `ชื่อคุณสมบัติ ${error.params.propertyNames.join(", ")} ไม่ถูกต้อง`;
		case "required": return `ต้องมีคุณสมบัติที่จำเป็น ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `ต้องเป็น ${error.params.type}` : `ต้องเป็นอย่างใดอย่างหนึ่ง ${error.params.type.join(" หรือ ")}`;
		case "unevaluatedItems": return "ต้องไม่มีรายการที่ยังไม่ได้ประเมิน";
		case "unevaluatedProperties": return "ต้องไม่มีคุณสมบัติที่ยังไม่ได้ประเมิน";
		case "uniqueItems": return `ต้องไม่มีรายการที่ซ้ำกัน`;
		case "~refine": return error.params.message;
		default: return "เกิดข้อผิดพลาดในการตรวจสอบที่ไม่รู้จัก";
	}
}
// build/system/locale/tr_TR.mjs
function tr_TR(error) {
	switch (error.keyword) {
		case "additionalProperties": return "ek özelliklere sahip olmamalıdır";
		case "anyOf": return "anyOf içindeki bir şemayla eşleşmelidir";
		case "boolean": return "şema yanlış";
		case "const": return "sabit değere eşit olmalıdır";
		case "contains": return "en az 1 geçerli öğe içermelidir";
		case "dependencies": return `${error.params.property} özelliği mevcutken ${error.params.dependencies.join(", ")} özelliklerine sahip olmalıdır`;
		case "dependentRequired": return `${error.params.property} özelliği mevcutken ${error.params.dependencies.join(", ")} özelliklerine sahip olmalıdır`;
		case "enum": return "izin verilen değerlerden birine eşit olmalıdır";
		case "exclusiveMaximum": return `${error.params.comparison} ${error.params.limit} olmalıdır`;
		case "exclusiveMinimum": return `${error.params.comparison} ${error.params.limit} olmalıdır`;
		case "format": return `"${error.params.format}" formatıyla eşleşmelidir`;
		case "if": return `"${error.params.failingKeyword}" şemasıyla eşleşmelidir`;
		case "maxItems": return `${error.params.limit} öğeden fazla olmamalıdır`;
		case "maxLength": return `${error.params.limit} karakterden fazla olmamalıdır`;
		case "maxProperties": return `${error.params.limit} özellikten fazla olmamalıdır`;
		case "maximum": return `${error.params.comparison} ${error.params.limit} olmalıdır`;
		case "minItems": return `${error.params.limit} öğeden az olmamalıdır`;
		case "minLength": return `${error.params.limit} karakterden az olmamalıdır`;
		case "minProperties": return `${error.params.limit} özellikten az olmamalıdır`;
		case "minimum": return `${error.params.comparison} ${error.params.limit} olmalıdır`;
		case "multipleOf": return `${error.params.multipleOf} sayısının katı olmalıdır`;
		case "not": return "geçerli olmamalıdır";
		case "oneOf": return "oneOf içindeki tam olarak bir şemayla eşleşmelidir";
		case "pattern": return `"${error.params.pattern}" deseniyle eşleşmelidir`;
		case "propertyNames": return `özellik adları ${error.params.propertyNames.join(", ")} geçersiz`;
		case "required": return `gerekli özelliklere sahip olmalıdır: ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `${error.params.type} türünde olmalıdır` : `${error.params.type.join(" veya ")} türlerinden biri olmalıdır`;
		case "unevaluatedItems": return "değerlendirilmemiş öğelere sahip olmamalıdır";
		case "unevaluatedProperties": return "değerlendirilmemiş özelliklere sahip olmamalıdır";
		case "uniqueItems": return `yinelenen öğelere sahip olmamalıdır`;
		case "~refine": return error.params.message;
		default: return "bilinmeyen bir doğrulama hatası oluştu";
	}
}
// build/system/locale/uk_UA.mjs
function uk_UA(error) {
	switch (error.keyword) {
		case "additionalProperties": return "не повинно мати додаткових властивостей";
		case "anyOf": return "має відповідати одній зі схем у anyOf";
		case "boolean": return "схема хибна";
		case "const": return "має дорівнювати константі";
		case "contains": return "має містити щонайменше 1 дійсний елемент";
		case "dependencies": return `повинно мати властивості ${error.params.dependencies.join(", ")}, якщо властивість ${error.params.property} присутня`;
		case "dependentRequired": return `повинно мати властивості ${error.params.dependencies.join(", ")}, якщо властивість ${error.params.property} присутня`;
		case "enum": return "має дорівнювати одному з дозволених значень";
		case "exclusiveMaximum": return `має бути ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `має бути ${error.params.comparison} ${error.params.limit}`;
		case "format": return `має відповідати формату "${error.params.format}"`;
		case "if": return `має відповідати схемі "${error.params.failingKeyword}"`;
		case "maxItems": return `не повинно мати більше ніж ${error.params.limit} елементів`;
		case "maxLength": return `не повинно мати більше ніж ${error.params.limit} символів`;
		case "maxProperties": return `не повинно мати більше ніж ${error.params.limit} властивостей`;
		case "maximum": return `має бути ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `не повинно мати менше ніж ${error.params.limit} елементів`;
		case "minLength": return `не повинно мати менше ніж ${error.params.limit} символів`;
		case "minProperties": return `не повинно мати менше ніж ${error.params.limit} властивостей`;
		case "minimum": return `має бути ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `має бути кратним ${error.params.multipleOf}`;
		case "not": return "не повинно бути дійсним";
		case "oneOf": return "має відповідати рівно одній схемі в oneOf";
		case "pattern": return `має відповідати шаблону "${error.params.pattern}"`;
		case "propertyNames": return `імена властивостей ${error.params.propertyNames.join(", ")} є недійсними`;
		case "required": return `має містити обов'язкові властивості ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `має бути ${error.params.type}` : `має бути ${error.params.type.join(" або ")}`;
		case "unevaluatedItems": return "не повинно мати неперевірених елементів";
		case "unevaluatedProperties": return "не повинно мати неперевірених властивостей";
		case "uniqueItems": return `не повинно мати повторюваних елементів`;
		case "~refine": return error.params.message;
		default: return "виникла невідома помилка валідації";
	}
}
// build/system/locale/ur_PK.mjs
function ur_PK(error) {
	switch (error.keyword) {
		case "additionalProperties": return "اضافی خصوصیات نہیں ہونی چاہیے";
		case "anyOf": return "anyOf میں کسی اسکیم سے مماثل ہونا چاہیے";
		case "boolean": return "اسکیما غلط ہے";
		case "const": return "مستقل کے برابر ہونا چاہیے";
		case "contains": return "کم از کم 1 درست آئٹم ہونا چاہیے";
		case "dependencies": return `اگر خصوصیت ${error.params.property} موجود ہو تو خصوصیات ${error.params.dependencies.join(", ")} ہونی چاہیے`;
		case "dependentRequired": return `اگر خصوصیت ${error.params.property} موجود ہو تو خصوصیات ${error.params.dependencies.join(", ")} ہونی چاہیے`;
		case "enum": return "اجازت یافتہ اقدار میں سے کسی ایک کے برابر ہونا چاہیے";
		case "exclusiveMaximum": return `ضروری ہے کہ ${error.params.comparison} ${error.params.limit} ہو`;
		case "exclusiveMinimum": return `ضروری ہے کہ ${error.params.comparison} ${error.params.limit} ہو`;
		case "format": return `فارمیٹ "${error.params.format}" سے مماثل ہونا چاہیے`;
		case "if": return `"${error.params.failingKeyword}" اسکیما سے مماثل ہونا چاہیے`;
		case "maxItems": return `${error.params.limit} سے زیادہ آئٹمز نہیں ہونے چاہئیں`;
		case "maxLength": return `${error.params.limit} سے زیادہ حروف نہیں ہونے چاہئیں`;
		case "maxProperties": return `${error.params.limit} سے زیادہ خصوصیات نہیں ہونی چاہئیں`;
		case "maximum": return `ضروری ہے کہ ${error.params.comparison} ${error.params.limit} ہو`;
		case "minItems": return `${error.params.limit} سے کم آئٹمز نہیں ہونے چاہئیں`;
		case "minLength": return `${error.params.limit} سے کم حروف نہیں ہونے چاہئیں`;
		case "minProperties": return `${error.params.limit} سے کم خصوصیات نہیں ہونی چاہئیں`;
		case "minimum": return `ضروری ہے کہ ${error.params.comparison} ${error.params.limit} ہو`;
		case "multipleOf": return `${error.params.multipleOf} کا گنا ہونا چاہیے`;
		case "not": return "درست نہیں ہونا چاہیے";
		case "oneOf": return "oneOf میں بالکل ایک اسکیم سے مماثل ہونا چاہیے";
		case "pattern": return `پیٹرن "${error.params.pattern}" سے مماثل ہونا چاہیے`;
		case "propertyNames": return `خصوصیات کے نام ${error.params.propertyNames.join(", ")} غلط ہیں`;
		case "required": return `مطلوبہ خصوصیات ${error.params.requiredProperties.join(", ")} ہونی چاہئیں`;
		case "type": return typeof error.params.type === "string" ? `ضروری ہے کہ ${error.params.type} ہو` : `ضروری ہے کہ ${error.params.type.join(" یا ")} ہو`;
		case "unevaluatedItems": return "غیر تشخیص شدہ آئٹمز نہیں ہونے چاہئیں";
		case "unevaluatedProperties": return "غیر تشخیص شدہ خصوصیات نہیں ہونی چاہئیں";
		case "uniqueItems": return `ڈپلیکیٹ آئٹمز نہیں ہونے چاہئیں`;
		case "~refine": return error.params.message;
		default: return "تصدیق میں ایک نامعلوم خرابی پیش آئی";
	}
}
// build/system/locale/vi_VN.mjs
function vi_VN(error) {
	switch (error.keyword) {
		case "additionalProperties": return "không được có các thuộc tính bổ sung";
		case "anyOf": return "phải khớp với một schema trong bất kỳ trường hợp nào";
		case "boolean": return "schema là sai";
		case "const": return "phải bằng hằng số";
		case "contains": return "phải chứa ít nhất 1 mục hợp lệ";
		case "dependencies": return `phải có các thuộc tính ${error.params.dependencies.join(", ")} khi thuộc tính ${error.params.property} hiện diện`;
		case "dependentRequired": return `phải có các thuộc tính ${error.params.dependencies.join(", ")} khi thuộc tính ${error.params.property} hiện diện`;
		case "enum": return "phải bằng một trong các giá trị được phép";
		case "exclusiveMaximum": return `phải là ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `phải là ${error.params.comparison} ${error.params.limit}`;
		case "format": return `phải khớp với định dạng "${error.params.format}"`;
		case "if": return `phải khớp với schema "${error.params.failingKeyword}"`;
		case "maxItems": return `không được có nhiều hơn ${error.params.limit} mục`;
		case "maxLength": return `không được có nhiều hơn ${error.params.limit} ký tự`;
		case "maxProperties": return `không được có nhiều hơn ${error.params.limit} thuộc tính`;
		case "maximum": return `phải là ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `không được có ít hơn ${error.params.limit} mục`;
		case "minLength": return `không được có ít hơn ${error.params.limit} ký tự`;
		case "minProperties": return `không được có ít hơn ${error.params.limit} thuộc tính`;
		case "minimum": return `phải là ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `phải là bội số của ${error.params.multipleOf}`;
		case "not": return "không được hợp lệ";
		case "oneOf": return "phải khớp chính xác một schema trong oneOf";
		case "pattern": return `phải khớp với mẫu "${error.params.pattern}"`;
		case "propertyNames": return `tên thuộc tính ${error.params.propertyNames.join(", ")} không hợp lệ`;
		case "required": return `phải có các thuộc tính bắt buộc ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `phải là ${error.params.type}` : `phải là một trong ${error.params.type.join(" hoặc ")}`;
		case "unevaluatedItems": return "không được có các mục chưa được đánh giá";
		case "unevaluatedProperties": return "không được có các thuộc tính chưa được đánh giá";
		case "uniqueItems": return `không được có các mục trùng lặp`;
		case "~refine": return error.params.message;
		default: return "đã xảy ra lỗi xác thực không xác định";
	}
}
// build/system/locale/yo_NG.mjs
function yo_NG(error) {
	switch (error.keyword) {
		case "additionalProperties": return "ko gbọdọ ni awọn ohun-ini afikun";
		case "anyOf": return "gbọdọ baramu àlàyé kan ninu anyOf";
		case "boolean": return "àlàyé jẹ eke";
		case "const": return "gbọdọ dọgba pẹlu ifura";
		case "contains": return "gbọdọ ni o kere ju nkan 1 ti o wulo";
		case "dependencies": return `gbọdọ ni awọn ohun-ini ${error.params.dependencies.join(", ")} nigbati ohun-ini ${error.params.property} ba wa`;
		case "dependentRequired": return `gbọdọ ni awọn ohun-ini ${error.params.dependencies.join(", ")} nigbati ohun-ini ${error.params.property} ba wa`;
		case "enum": return "gbọdọ dọgba pẹlu ọkan ninu awọn iye ti a gba laaye";
		case "exclusiveMaximum": return `gbọdọ jẹ ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `gbọdọ jẹ ${error.params.comparison} ${error.params.limit}`;
		case "format": return `gbọdọ baramu kika "${error.params.format}"`;
		case "if": return `gbọdọ baramu àlàyé "${error.params.failingKeyword}"`;
		case "maxItems": return `ko gbọdọ ni ju ${error.params.limit} nkan lọ`;
		case "maxLength": return `ko gbọdọ ni ju ${error.params.limit} ohun kikọ lọ`;
		case "maxProperties": return `ko gbọdọ ni ju ${error.params.limit} ohun-ini lọ`;
		case "maximum": return `gbọdọ jẹ ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `ko gbọdọ ni o kere ju ${error.params.limit} nkan lọ`;
		case "minLength": return `ko gbọdọ ni o kere ju ${error.params.limit} ohun kikọ lọ`;
		case "minProperties": return `ko gbọdọ ni o kere ju ${error.params.limit} ohun-ini lọ`;
		case "minimum": return `gbọdọ jẹ ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `gbọdọ jẹ isodipupo ti ${error.params.multipleOf}`;
		case "not": return "ko gbọdọ wulo";
		case "oneOf": return "gbọdọ baramu àlàyé kan ṣoṣo ninu oneOf";
		case "pattern": return `gbọdọ baramu apẹrẹ "${error.params.pattern}"`;
		case "propertyNames": return `awọn orukọ ohun-ini ${error.params.propertyNames.join(", ")} ko wulo`;
		case "required": return `gbọdọ ni awọn ohun-ini ti a beere ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `gbọdọ jẹ ${error.params.type}` : `gbọdọ jẹ boya ${error.params.type.join(" tabi ")}`;
		case "unevaluatedItems": return "ko gbọdọ ni awọn ohun ti ko ṣe iṣiro";
		case "unevaluatedProperties": return "ko gbọdọ ni awọn ohun-ini ti ko ṣe iṣiro";
		case "uniqueItems": return `ko gbọdọ ni awọn ohun elo ẹda`;
		case "~refine": return error.params.message;
		default: return "aṣiṣe ijẹrisi aimọ waye";
	}
}
// build/system/locale/zh_Hans.mjs
function zh_Hans(error) {
	switch (error.keyword) {
		case "additionalProperties": return "不得有额外属性";
		case "anyOf": return "必须匹配 anyOf 中的一个模式";
		case "boolean": return "模式为假";
		case "const": return "必须等于常量";
		case "contains": return "必须至少包含一个有效项";
		case "dependencies": return `当属性 ${error.params.property} 存在时，必须具有属性 ${error.params.dependencies.join(", ")}`;
		case "dependentRequired": return `当属性 ${error.params.property} 存在时，必须具有属性 ${error.params.dependencies.join(", ")}`;
		case "enum": return "必须等于允许值中的一个";
		case "exclusiveMaximum": return `必须 ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `必须 ${error.params.comparison} ${error.params.limit}`;
		case "format": return `必须匹配格式 "${error.params.format}"`;
		case "if": return `必须匹配 "${error.params.failingKeyword}" 模式`;
		case "maxItems": return `不得多于 ${error.params.limit} 项`;
		case "maxLength": return `不得多于 ${error.params.limit} 个字符`;
		case "maxProperties": return `不得多于 ${error.params.limit} 个属性`;
		case "maximum": return `必须 ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `不得少于 ${error.params.limit} 项`;
		case "minLength": return `不得少于 ${error.params.limit} 个字符`;
		case "minProperties": return `不得少于 ${error.params.limit} 个属性`;
		case "minimum": return `必须 ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `必须是 ${error.params.multipleOf} 的倍数`;
		case "not": return "不得有效";
		case "oneOf": return "必须精确匹配 oneOf 中的一个模式";
		case "pattern": return `必须匹配模式 "${error.params.pattern}"`;
		case "propertyNames": return `属性名 ${error.params.propertyNames.join(", ")} 无效`;
		case "required": return `必须具有必需属性 ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `必须是 ${error.params.type}` : `必须是 ${error.params.type.join(" 或 ")} 之一`;
		case "unevaluatedItems": return "不得有未评估的项";
		case "unevaluatedProperties": return "不得有未评估的属性";
		case "uniqueItems": return `不得有重复项`;
		case "~refine": return error.params.message;
		default: return "发生未知验证错误";
	}
}
// build/system/locale/zh_Hant.mjs
function zh_Hant(error) {
	switch (error.keyword) {
		case "additionalProperties": return "不得有額外屬性";
		case "anyOf": return "必須匹配 anyOf 中的一個模式";
		case "boolean": return "模式為假";
		case "const": return "必須等於常數";
		case "contains": return "必須至少包含 1 個有效項目";
		case "dependencies": return `當屬性 ${error.params.property} 存在時，必須具有屬性 ${error.params.dependencies.join(", ")}`;
		case "dependentRequired": return `當屬性 ${error.params.property} 存在時，必須具有屬性 ${error.params.dependencies.join(", ")}`;
		case "enum": return "必須等於允許值中的一個";
		case "exclusiveMaximum": return `必須 ${error.params.comparison} ${error.params.limit}`;
		case "exclusiveMinimum": return `必須 ${error.params.comparison} ${error.params.limit}`;
		case "format": return `必須匹配格式 "${error.params.format}"`;
		case "if": return `必須匹配 "${error.params.failingKeyword}" 模式`;
		case "maxItems": return `不得多於 ${error.params.limit} 個項目`;
		case "maxLength": return `不得多於 ${error.params.limit} 個字元`;
		case "maxProperties": return `不得多於 ${error.params.limit} 個屬性`;
		case "maximum": return `必須 ${error.params.comparison} ${error.params.limit}`;
		case "minItems": return `不得少於 ${error.params.limit} 個項目`;
		case "minLength": return `不得少於 ${error.params.limit} 個字元`;
		case "minProperties": return `不得少於 ${error.params.limit} 個屬性`;
		case "minimum": return `必須 ${error.params.comparison} ${error.params.limit}`;
		case "multipleOf": return `必須是 ${error.params.multipleOf} 的倍數`;
		case "not": return "不得有效";
		case "oneOf": return "必須精確匹配 oneOf 中的一個模式";
		case "pattern": return `必須匹配模式 "${error.params.pattern}"`;
		case "propertyNames": return `屬性名稱 ${error.params.propertyNames.join(", ")} 無效`;
		case "required": return `必須具有必需屬性 ${error.params.requiredProperties.join(", ")}`;
		case "type": return typeof error.params.type === "string" ? `必須是 ${error.params.type}` : `必須是 ${error.params.type.join(" 或 ")} 之一`;
		case "unevaluatedItems": return "不得有未評估的項目";
		case "unevaluatedProperties": return "不得有未評估的屬性";
		case "uniqueItems": return `不得有重複項目`;
		case "~refine": return error.params.message;
		default: return "發生未知驗證錯誤";
	}
}
// build/system/locale/_locale.mjs
var _locale_exports = __exportAll({
	Get: () => Get,
	Reset: () => Reset,
	Set: () => Set$1,
	ar_001: () => ar_001,
	bn_BD: () => bn_BD,
	cs_CZ: () => cs_CZ,
	de_DE: () => de_DE,
	el_GR: () => el_GR,
	en_US: () => en_US,
	es_419: () => es_419,
	es_AR: () => es_AR,
	es_ES: () => es_ES,
	es_MX: () => es_MX,
	fa_IR: () => fa_IR,
	fil_PH: () => fil_PH,
	fr_CA: () => fr_CA,
	fr_FR: () => fr_FR,
	ha_NG: () => ha_NG,
	hi_IN: () => hi_IN,
	hu_HU: () => hu_HU,
	id_ID: () => id_ID,
	it_IT: () => it_IT,
	ja_JP: () => ja_JP,
	ko_KR: () => ko_KR,
	ms_MY: () => ms_MY,
	nl_NL: () => nl_NL,
	pl_PL: () => pl_PL,
	pt_BR: () => pt_BR,
	pt_PT: () => pt_PT,
	ro_RO: () => ro_RO,
	ru_RU: () => ru_RU,
	sv_SE: () => sv_SE,
	sw_TZ: () => sw_TZ,
	th_TH: () => th_TH,
	tr_TR: () => tr_TR,
	uk_UA: () => uk_UA,
	ur_PK: () => ur_PK,
	vi_VN: () => vi_VN,
	yo_NG: () => yo_NG,
	zh_Hans: () => zh_Hans,
	zh_Hant: () => zh_Hant
});
// build/system/memory/metrics.mjs
const Metrics = {
	assign: 0,
	create: 0,
	clone: 0,
	discard: 0,
	update: 0
};
// build/system/memory/keys.mjs
function Keys(value) {
	return [...Keys$1(value), ...Symbols(value)];
}
// build/system/memory/finalize.mjs
function Freeze(value, seen) {
	if (seen.has(value)) return;
	seen.add(value);
	for (const key of Keys(value)) {
		const descriptor = Object.getOwnPropertyDescriptor(value, key);
		if (!descriptor || !("value" in descriptor)) continue;
		if (IsObject(descriptor.value)) Freeze(descriptor.value, seen);
	}
	Object.freeze(value);
}
function Finalize(value) {
	if (!Get$1().immutableTypes) return value;
	Freeze(value, new WeakSet());
	return value;
}
// build/system/memory/assign.mjs
function Assign(left, right) {
	Metrics.assign += 1;
	const result = {}, rightKeys = Keys(right), leftKeys = Keys(left);
	for (const key of leftKeys) {
		if (rightKeys.includes(key)) continue;
		Object.defineProperty(result, key, Object.getOwnPropertyDescriptor(left, key));
	}
	for (const key of rightKeys) Object.defineProperty(result, key, Object.getOwnPropertyDescriptor(right, key));
	return Finalize(result);
}
// build/system/memory/clone.mjs
function Clone(value) {
	Metrics.clone += 1;
	const result = {};
	for (const key of Keys(value)) {
		if (IsUnsafePropertyKey(key)) continue;
		const descriptor = Object.getOwnPropertyDescriptor(value, key);
		if (IsEqual(descriptor.enumerable, true)) result[key] = descriptor.value;
		else Object.defineProperty(result, key, descriptor);
	}
	return result;
}
// build/system/memory/create.mjs
function WithEnumerable$1(left, right) {
	return {
		...left,
		...right
	};
}
function WithHidden$1(left, right) {
	for (const key of Object.keys(right)) Object.defineProperty(left, key, {
		configurable: true,
		writable: true,
		enumerable: false,
		value: right[key]
	});
	return left;
}
function Create(hidden, enumerable, options = {}) {
	Metrics.create += 1;
	const withEnumerable = WithEnumerable$1(enumerable, options);
	return Finalize(Get$1().enumerableKind ? WithEnumerable$1(withEnumerable, hidden) : WithHidden$1(withEnumerable, hidden));
}
// build/system/memory/discard.mjs
function Discard(value, propertyKeys) {
	Metrics.discard += 1;
	const result = {};
	for (const key of Keys(value)) {
		if (propertyKeys.includes(key)) continue;
		const descriptor = Object.getOwnPropertyDescriptor(value, key);
		Object.defineProperty(result, key, descriptor);
	}
	return Finalize(result);
}
// build/system/memory/update.mjs
function WithCurrent(current, hiddenKeys, enumerableKeys, result) {
	for (const key of Keys(current)) {
		if (IsUnsafePropertyKey(key) || hiddenKeys.includes(key) || enumerableKeys.includes(key)) continue;
		const descriptor = Object.getOwnPropertyDescriptor(current, key);
		Object.defineProperty(result, key, descriptor);
	}
}
function WithHidden(hidden, keys, result) {
	const enumerableKind = Get$1().enumerableKind;
	for (const key of keys) {
		if (IsUnsafePropertyKey(key)) continue;
		Object.defineProperty(result, key, {
			configurable: true,
			writable: true,
			enumerable: enumerableKind,
			value: hidden[key]
		});
	}
}
function WithEnumerable(enumerable, keys, result) {
	for (const key of keys) {
		if (IsUnsafePropertyKey(key)) continue;
		Object.defineProperty(result, key, {
			configurable: true,
			enumerable: true,
			writable: true,
			value: enumerable[key]
		});
	}
}
function Update(current, hidden, enumerable) {
	Metrics.update += 1;
	const result = {}, hiddenKeys = Keys(hidden), enumerableKeys = Keys(enumerable);
	WithCurrent(current, hiddenKeys, enumerableKeys, result);
	WithHidden(hidden, hiddenKeys, result);
	WithEnumerable(enumerable, enumerableKeys, result);
	return Finalize(result);
}
// build/system/memory/memory.mjs
var memory_exports = __exportAll({
	Assign: () => Assign,
	Clone: () => Clone,
	Create: () => Create,
	Discard: () => Discard,
	Metrics: () => Metrics,
	Update: () => Update
});
// build/system/system.mjs
var system_exports = __exportAll({
	Arguments: () => arguments_exports,
	Environment: () => environment_exports,
	Hashing: () => hash_exports,
	Locale: () => _locale_exports,
	Memory: () => memory_exports,
	Settings: () => settings_exports
});
// build/system/index.mjs
var system_default = system_exports;
export { settings_exports as _, Discard as a, _locale_exports as c, CanEvaluate as d, Evaluate as f, Get$1 as g, Unreachable as h, Update as i, Get as l, hash_exports as m, system_exports as n, Create as o, Hash as p, memory_exports as r, Assign as s, system_default as t, environment_exports as u, Match as v, arguments_exports as y };
