/* typebox 1.4.3, joined by npm run generate; its licence is beside it. */
import { t as __exportAll } from "./rolldown-runtime.mjs";
import { g as Get, h as Unreachable, p as Hash$1, s as Assign, v as Match } from "./system.mjs";
import { At as IsString, Dt as IsNumber, Et as IsNull, Ft as Keys, Mt as IsUndefined, Nt as IsUnsafePropertyKey, Ot as IsObject, _t as IsFunction, a as IsMap, at as Entries, c as IsSet, dt as IsBigInt, ft as IsBoolean, gt as IsEqual, ht as IsDeepEqual, i as IsDate, kt as IsObjectNotArray, lt as HasPropertyKey, mt as IsConstructor, ot as EntriesRegExp, pt as IsClassInstance, s as IsRegExp, t as guard_default, u as IsTypeArray, ut as IsArray, yt as IsGreaterThan, zt as Symbols } from "./guard.mjs";
import { Br as IsFormat, Dr as IsMinItems, Er as IsMinLength, Mr as IsMaxItems, Tr as IsMinProperties, Vr as IsExclusiveMinimum, Zr as IsDefault, c as DisableParseErrors, dn as Delete$1, fn as Set$1, kr as IsMinimum, l as EnableParseErrors, lr as IsUniqueItems, pn as pointer_exports, ri as IsAdditionalProperties, s as Check$1, u as Errors$1, xr as IsPattern } from "./schema.mjs";
import { $i as IsRef, $n as Flatten, $r as IsBigInt$1, Ar as IsNumber$1, Bn as IsRecord, Br as IsLiteralString, Cn as IsTemplateLiteral, Cr as IsString$1, Fi as Unknown, Hi as IsOptional, Hn as Record, Hr as Literal, Ii as IsObject$1, Ir as IsLiteral, Ki as IsNever, Kr as IsInteger, Lr as IsLiteralBigInt, Ni as IsCyclic, Nn as IsUndefined$1, Nr as IsNull$1, Or as IsSymbol, Ri as _Object_, Rr as IsLiteralBoolean, Xr as IsBoolean$1, Yn as RecordValue, _ as With, bi as IsEnum, br as IsUnion, ca as IsArray$1, ea as Ref, ei as IsRefine, fr as IsTuple, gi as Intersect, hi as IsCodec, hr as TemplateLiteralDecode, jn as IsVoid, la as _Array_, m as Instantiate, na as IsFunction$1, o as Evaluate, oa as IsConstructor$1, pa as IsSchema, pr as Tuple, qn as RecordPattern, r as Priority, sa as ArrayOptions, vi as IsIntersect, wr as String, xr as Union, zr as IsLiteralNumber } from "./script.mjs";
import "../type.mjs";
// build/value/check/check.mjs
function Check(...args) {
	const [context, type, value] = Match(args, {
		3: (context, type, value) => [
			context,
			type,
			value
		],
		2: (type, value) => [
			{},
			type,
			value
		]
	});
	return Check$1(context, type, value);
}
// build/value/errors/errors.mjs
function Errors(...args) {
	const [context, type, value] = Match(args, {
		3: (context, type, value) => [
			context,
			type,
			value
		],
		2: (type, value) => [
			{},
			type,
			value
		]
	});
	const [_, errors] = Errors$1(context, type, value);
	return errors;
}
// build/value/assert/assert.mjs
var AssertError = class extends Error {
	constructor(source, value, errors) {
		super(source);
		Object.defineProperty(this, "cause", {
			value: {
				source,
				errors,
				value
			},
			writable: false,
			configurable: false,
			enumerable: false
		});
	}
};
function Assert$3(...args) {
	const [context, type, value] = Match(args, {
		3: (context, type, value) => [
			context,
			type,
			value
		],
		2: (type, value) => [
			{},
			type,
			value
		]
	});
	if (!Check(context, type, value)) throw new AssertError("Assert", value, Errors(context, type, value));
}
// build/value/clean/from_array.mjs
function FromArray$8(context, type, value) {
	if (!IsArray(value)) return value;
	return value.map((value) => FromType$7(context, type.items, value));
}
// build/value/clean/from_cyclic.mjs
function FromCyclic$5(context, type, value) {
	return FromType$7({
		...context,
		...type.$defs
	}, Ref(type.$ref), value);
}
// build/value/clean/from_intersect.mjs
function EvaluateIntersection(context, type) {
	const additionalProperties = HasPropertyKey(type, "unevaluatedProperties") ? { additionalProperties: type.unevaluatedProperties } : {};
	const instantiated = Instantiate(context, type);
	const evaluated = Evaluate(instantiated);
	return IsObject$1(evaluated) ? With(evaluated, additionalProperties) : evaluated;
}
function FromIntersect$6(context, type, value) {
	return FromType$7(context, EvaluateIntersection(context, type), value);
}
// build/value/clean/additional.mjs
function GetAdditionalProperties(type) {
	return HasPropertyKey(type, "additionalProperties") ? type.additionalProperties : void 0;
}
// build/value/clean/from_object.mjs
function FromObject$8(context, type, value) {
	if (!IsObject(value) || IsArray(value)) return value;
	const additionalProperties = GetAdditionalProperties(type);
	for (const key of Keys(value)) {
		if (HasPropertyKey(type.properties, key) && IsSchema(type.properties[key])) {
			value[key] = FromType$7(context, type.properties[key], value[key]);
			continue;
		}
		if (IsBoolean(additionalProperties) && IsEqual(additionalProperties, true) || IsSchema(additionalProperties) && Check(context, additionalProperties, value[key])) {
			value[key] = FromType$7(context, additionalProperties, value[key]);
			continue;
		}
		delete value[key];
	}
	return value;
}
// build/value/clean/from_record.mjs
function FromRecord$6(context, type, value) {
	if (!IsObject(value)) return value;
	const additionalProperties = GetAdditionalProperties(type);
	const [recordPattern, recordValue] = [new RegExp(RecordPattern(type)), RecordValue(type)];
	for (const key of Keys(value)) {
		if (recordPattern.test(key)) {
			value[key] = FromType$7(context, recordValue, value[key]);
			continue;
		}
		if (IsBoolean(additionalProperties) && IsEqual(additionalProperties, true) || IsSchema(additionalProperties) && Check(context, additionalProperties, value[key])) {
			value[key] = FromType$7(context, additionalProperties, value[key]);
			continue;
		}
		delete value[key];
	}
	return value;
}
// build/value/clean/from_ref.mjs
function FromRef$6(context, type, value) {
	return HasPropertyKey(context, type.$ref) ? FromType$7(context, context[type.$ref], value) : value;
}
// build/value/clean/from_tuple.mjs
function FromTuple$6(context, schema, value) {
	if (!IsArray(value)) return value;
	const length = Math.min(value.length, schema.items.length);
	for (let index = 0; index < length; index++) value[index] = FromType$7(context, schema.items[index], value[index]);
	return IsGreaterThan(value.length, length) ? value.slice(0, length) : value;
}
// build/system/memory/deep.mjs
function FromClassInstance(value) {
	return value;
}
function IsSchemaObject(value) {
	return HasPropertyKey(value, "~kind") || HasPropertyKey(value, "~unsafe");
}
function FromSchemaObject(value) {
	const result = {};
	for (const key of Keys(value)) {
		if (IsUnsafePropertyKey(key)) continue;
		const descriptor = Object.getOwnPropertyDescriptor(value, key);
		descriptor.value = FromValue$1(descriptor.value);
		if (IsEqual(descriptor.enumerable, true)) result[key] = descriptor.value;
		else Object.defineProperty(result, key, descriptor);
	}
	return result;
}
function FromPlainObject(value) {
	const result = {};
	for (const key of Keys(value)) {
		if (IsUnsafePropertyKey(key)) continue;
		result[key] = FromValue$1(value[key]);
	}
	for (const key of Symbols(value)) result[key] = FromValue$1(value[key]);
	return result;
}
function FromObject$7(value) {
	return IsClassInstance(value) ? FromClassInstance(value) : IsSchemaObject(value) ? FromSchemaObject(value) : FromPlainObject(value);
}
function FromArray$7(value) {
	return value.map((element) => FromValue$1(element));
}
function FromTypedArray$1(value) {
	return value.slice();
}
function FromRegExp(value) {
	return new RegExp(value.source, value.flags);
}
function FromMap(value) {
	return new Map(FromValue$1([...value.entries()]));
}
function FromSet(value) {
	return new Set(FromValue$1([...value.values()]));
}
function FromValue$1(value) {
	return IsTypeArray(value) ? FromTypedArray$1(value) : IsRegExp(value) ? FromRegExp(value) : IsMap(value) ? FromMap(value) : IsSet(value) ? FromSet(value) : IsArray(value) ? FromArray$7(value) : IsObject(value) ? FromObject$7(value) : value;
}
function Deep(value) {
	return FromValue$1(value);
}
// build/value/clone/clone.mjs
function Clone(value) {
	return Deep(value);
}
// build/value/clean/from_union.mjs
function FromUnion$6(context, type, value) {
	for (const schema of type.anyOf) {
		const clean = FromType$7(context, schema, Clone(value));
		if (Check(context, schema, clean)) return clean;
	}
	return value;
}
// build/value/clean/from_type.mjs
function FromType$7(context, type, value) {
	return IsArray$1(type) ? FromArray$8(context, type, value) : IsCyclic(type) ? FromCyclic$5(context, type, value) : IsIntersect(type) ? FromIntersect$6(context, type, value) : IsObject$1(type) ? FromObject$8(context, type, value) : IsRecord(type) ? FromRecord$6(context, type, value) : IsRef(type) ? FromRef$6(context, type, value) : IsTuple(type) ? FromTuple$6(context, type, value) : IsUnion(type) ? FromUnion$6(context, type, value) : value;
}
// build/value/shared/union_priority_sort.mjs
function Modifiers(type, next) {
	return Assign(type, next);
}
function FromProperties$1(properties) {
	const result = {};
	for (const key of guard_default.Keys(properties)) result[key] = FromType$6(properties[key]);
	return result;
}
function FromRecordKey(type) {
	return String({ pattern: RecordPattern(type) });
}
function FromPriorityTypes(types) {
	return FromTypes(Priority(types));
}
function FromTypes(types) {
	return types.map((type) => FromType$6(type));
}
function FromType$6(type) {
	return Modifiers(type, IsArray$1(type) ? _Array_(FromType$6(type.items), ArrayOptions(type)) : IsIntersect(type) ? Intersect(FromTypes(type.allOf)) : IsUnion(type) ? Union(FromPriorityTypes(type.anyOf)) : IsObject$1(type) ? _Object_(FromProperties$1(type.properties)) : IsRecord(type) ? Record(FromRecordKey(type), FromType$6(RecordValue(type))) : IsTuple(type) ? Tuple(FromTypes(type.items)) : type);
}
function UnionPrioritySort(type) {
	return FromType$6(type);
}
// build/value/clean/clean.mjs
function Clean(...args) {
	const [context, type, value] = Match(args, {
		3: (context, type, value) => [
			context,
			type,
			value
		],
		2: (type, value) => [
			{},
			type,
			value
		]
	});
	return FromType$7(context, Get().unionPrioritySort ? UnionPrioritySort(type) : type, value);
}
// build/value/convert/try/try_result.mjs
function IsOk(value) {
	return IsObject(value) && HasPropertyKey(value, "value");
}
function Ok(value) {
	return { value };
}
// build/value/convert/try/try_array.mjs
function TryArray(value) {
	return IsArray(value) ? Ok(value) : Ok([value]);
}
// build/value/convert/try/try_bigint.mjs
function FromBoolean$5(value) {
	return IsEqual(value, true) ? Ok(BigInt(1)) : Ok(BigInt(0));
}
const bigintPattern = /^-?(0|[1-9]\d*)n$/;
const decimalPattern = /^-?(0|[1-9]\d*)\.\d+$/;
const integerPattern = /^-?(0|[1-9]\d*)$/;
function IsStringBigIntLike(value) {
	return bigintPattern.test(value);
}
function IsStringDecimalLike(value) {
	return decimalPattern.test(value);
}
function IsStringIntegerLike(value) {
	return integerPattern.test(value);
}
function FromString$6(value) {
	const lowercase = value.toLowerCase();
	return IsStringBigIntLike(value) ? Ok(BigInt(value.slice(0, value.length - 1))) : IsStringDecimalLike(value) ? Ok(BigInt(value.split(".")[0])) : IsStringIntegerLike(value) ? Ok(BigInt(value)) : IsEqual(lowercase, "false") ? Ok(BigInt(0)) : IsEqual(lowercase, "true") ? Ok(BigInt(1)) : void 0;
}
function TryBigInt(value) {
	return IsBigInt(value) ? Ok(value) : IsBoolean(value) ? FromBoolean$5(value) : IsNumber(value) ? Ok(BigInt(Math.trunc(value))) : IsNull(value) ? Ok(BigInt(0)) : IsString(value) ? FromString$6(value) : IsUndefined(value) ? Ok(BigInt(0)) : void 0;
}
// build/value/convert/try/try_boolean.mjs
function FromBigInt$5(value) {
	return IsEqual(value, BigInt(0)) ? Ok(false) : IsEqual(value, BigInt(1)) ? Ok(true) : void 0;
}
function FromNumber$4(value) {
	return IsEqual(value, 0) ? Ok(false) : IsEqual(value, 1) ? Ok(true) : void 0;
}
function FromString$5(value) {
	return IsEqual(value.toLowerCase(), "false") ? Ok(false) : IsEqual(value.toLowerCase(), "true") ? Ok(true) : IsEqual(value, "0") ? Ok(false) : IsEqual(value, "1") ? Ok(true) : void 0;
}
function TryBoolean(value) {
	return IsBigInt(value) ? FromBigInt$5(value) : IsBoolean(value) ? Ok(value) : IsNumber(value) ? FromNumber$4(value) : IsNull(value) ? Ok(false) : IsString(value) ? FromString$5(value) : IsUndefined(value) ? Ok(false) : void 0;
}
// build/value/convert/try/try_null.mjs
function FromBigInt$4(value) {
	return IsEqual(value, BigInt(0)) ? Ok(null) : void 0;
}
function FromBoolean$4(value) {
	return IsEqual(value, false) ? Ok(null) : void 0;
}
function FromNumber$3(value) {
	return IsEqual(value, 0) ? Ok(null) : void 0;
}
function FromString$4(value) {
	const lowercase = value.toLowerCase();
	return IsEqual(lowercase, "undefined") || IsEqual(lowercase, "null") || IsEqual(value, "") || IsEqual(value, "0") ? Ok(null) : void 0;
}
function TryNull(value) {
	return IsBigInt(value) ? FromBigInt$4(value) : IsBoolean(value) ? FromBoolean$4(value) : IsNumber(value) ? FromNumber$3(value) : IsNull(value) ? Ok(null) : IsString(value) ? FromString$4(value) : IsUndefined(value) ? Ok(null) : void 0;
}
// build/value/convert/try/try_number.mjs
const maxBigInt = BigInt(Number.MAX_SAFE_INTEGER);
const minBigInt = BigInt(Number.MIN_SAFE_INTEGER);
function FromBigInt$3(value) {
	return value <= maxBigInt && value >= minBigInt ? Ok(Number(value)) : void 0;
}
function FromBoolean$3(value) {
	return Ok(value ? 1 : 0);
}
function FromString$3(value) {
	const coerced = +value;
	if (IsNumber(coerced)) return Ok(coerced);
	const lowercase = value.toLowerCase();
	if (IsEqual(lowercase, "false")) return Ok(0);
	if (IsEqual(lowercase, "true")) return Ok(1);
	const result = TryBigInt(value);
	if (IsOk(result)) return result.value <= maxBigInt && result.value >= minBigInt ? Ok(Number(result.value)) : void 0;
}
function TryNumber(value) {
	return IsBigInt(value) ? FromBigInt$3(value) : IsBoolean(value) ? FromBoolean$3(value) : IsNumber(value) ? Ok(value) : IsNull(value) ? Ok(0) : IsString(value) ? FromString$3(value) : IsUndefined(value) ? Ok(0) : void 0;
}
// build/value/convert/try/try_string.mjs
function TryString(value) {
	return IsBigInt(value) ? Ok(value.toString()) : IsBoolean(value) ? Ok(value.toString()) : IsNumber(value) ? Ok(value.toString()) : IsNull(value) ? Ok("null") : IsString(value) ? Ok(value) : IsUndefined(value) ? Ok("") : void 0;
}
// build/value/convert/try/try_undefined.mjs
function FromBigInt$2(value) {
	return IsEqual(value, BigInt(0)) ? Ok(void 0) : void 0;
}
function FromBoolean$2(value) {
	return IsEqual(value, false) ? Ok(void 0) : void 0;
}
function FromNumber$2(value) {
	return IsEqual(value, 0) ? Ok(void 0) : void 0;
}
function FromString$2(value) {
	const lowercase = value.toLowerCase();
	return IsEqual(lowercase, "undefined") || IsEqual(lowercase, "null") || IsEqual(value, "") || IsEqual(value, "0") ? Ok(void 0) : void 0;
}
function TryUndefined(value) {
	return IsBigInt(value) ? FromBigInt$2(value) : IsBoolean(value) ? FromBoolean$2(value) : IsNumber(value) ? FromNumber$2(value) : IsNull(value) ? Ok(void 0) : IsString(value) ? FromString$2(value) : IsUndefined(value) ? Ok(value) : void 0;
}
// build/value/convert/from_array.mjs
function FromArray$6(context, type, value) {
	return TryArray(value).value.map((value) => FromType$5(context, type.items, value));
}
// build/value/convert/from_bigint.mjs
function FromBigInt$1(_context, _type, value) {
	const result = TryBigInt(value);
	return IsOk(result) ? result.value : value;
}
// build/value/convert/from_boolean.mjs
function FromBoolean$1(_context, _type, value) {
	const result = TryBoolean(value);
	return IsOk(result) ? result.value : value;
}
// build/value/convert/from_cyclic.mjs
function FromCyclic$4(context, type, value) {
	return FromType$5({
		...context,
		...type.$defs
	}, Ref(type.$ref), value);
}
// build/value/convert/from_enum.mjs
function FromEnum$2(context, type, value) {
	return FromType$5(context, Evaluate(type), value);
}
// build/value/convert/from_integer.mjs
function FromInteger$1(_context, _type, value) {
	const result = TryNumber(value);
	return IsOk(result) ? Math.trunc(result.value) : value;
}
// build/value/convert/from_intersect.mjs
function FromIntersect$5(context, type, value) {
	const instantiated = Instantiate(context, type);
	return FromType$5(context, Evaluate(instantiated), value);
}
// build/value/convert/from_literal.mjs
function FromLiteralBigInt(_context, type, value) {
	const result = TryBigInt(value);
	return IsOk(result) && IsEqual(type.const, result.value) ? result.value : value;
}
function FromLiteralBoolean(_context, type, value) {
	const result = TryBoolean(value);
	return IsOk(result) && IsEqual(type.const, result.value) ? result.value : value;
}
function FromLiteralNumber(_context, type, value) {
	const result = TryNumber(value);
	return IsOk(result) && IsEqual(type.const, result.value) ? result.value : value;
}
function FromLiteralString(_context, type, value) {
	const result = TryString(value);
	return IsOk(result) && IsEqual(type.const, result.value) ? result.value : value;
}
function FromLiteral$1(context, type, value) {
	if (IsEqual(type.const, value)) return value;
	return IsLiteralBigInt(type) ? FromLiteralBigInt(context, type, value) : IsLiteralBoolean(type) ? FromLiteralBoolean(context, type, value) : IsLiteralNumber(type) ? FromLiteralNumber(context, type, value) : IsLiteralString(type) ? FromLiteralString(context, type, value) : Unreachable();
}
// build/value/convert/from_null.mjs
function FromNull$1(_context, _type, value) {
	const result = TryNull(value);
	return IsOk(result) ? result.value : value;
}
// build/value/convert/from_number.mjs
function FromNumber$1(_context, _type, value) {
	const result = TryNumber(value);
	return IsOk(result) ? result.value : value;
}
// build/value/convert/from_additional.mjs
function FromAdditionalProperties(context, entries, additionalProperties, value) {
	const keys = Keys(value);
	for (const [regexp, _] of entries) for (const key of keys) if (!regexp.test(key)) value[key] = FromType$5(context, additionalProperties, value[key]);
	return value;
}
// build/value/shared/optional_undefined.mjs
function IsOptionalUndefined(property, key, value) {
	return IsOptional(property) && IsUndefined(value[key]);
}
// build/value/convert/from_object.mjs
function FromProperties(context, type, value) {
	const entries = EntriesRegExp(type.properties);
	const keys = Keys(value);
	for (const [regexp, property] of entries) for (const key of keys) {
		if (!regexp.test(key) || IsOptionalUndefined(property, key, value)) continue;
		value[key] = FromType$5(context, property, value[key]);
	}
	return HasPropertyKey(type, "additionalProperties") && IsObject(type.additionalProperties) ? FromAdditionalProperties(context, entries, type.additionalProperties, value) : value;
}
function FromObject$6(context, type, value) {
	return IsObjectNotArray(value) ? FromProperties(context, type, value) : value;
}
// build/value/convert/from_record.mjs
function FromPatternProperties(context, type, value) {
	const entries = EntriesRegExp(type.patternProperties);
	const keys = Keys(value);
	for (const [regexp, schema] of entries) for (const key of keys) if (regexp.test(key)) value[key] = FromType$5(context, schema, value[key]);
	return HasPropertyKey(type, "additionalProperties") && IsObject(type.additionalProperties) ? FromAdditionalProperties(context, entries, type.additionalProperties, value) : value;
}
function FromRecord$5(context, type, value) {
	return IsObjectNotArray(value) ? FromPatternProperties(context, type, value) : value;
}
// build/value/convert/from_ref.mjs
function FromRef$5(context, type, value) {
	return HasPropertyKey(context, type.$ref) ? FromType$5(context, context[type.$ref], value) : value;
}
// build/value/convert/from_string.mjs
function FromString$1(_context, _type, value) {
	const result = TryString(value);
	return IsOk(result) ? result.value : value;
}
// build/value/convert/from_template_literal.mjs
function FromTemplateLiteral$2(context, type, value) {
	return FromType$5(context, Evaluate(type), value);
}
// build/value/convert/from_tuple.mjs
function FromTuple$5(context, type, value) {
	if (!IsArray(value)) return value;
	for (let index = 0; index < Math.min(type.items.length, value.length); index++) value[index] = FromType$5(context, type.items[index], value[index]);
	return value;
}
// build/value/convert/from_undefined.mjs
function FromUndefined$1(_context, _type, value) {
	const result = TryUndefined(value);
	return IsOk(result) ? result.value : value;
}
// build/value/convert/from_union.mjs
function FromUnion$5(context, type, value) {
	if (type.anyOf.some((type) => Check(context, type, value))) return value;
	const selected = type.anyOf.map((type) => FromType$5(context, type, Clone(value))).find((value) => Check(context, type, value));
	return IsUndefined(selected) ? value : selected;
}
// build/value/convert/from_void.mjs
function FromVoid$1(_context, _type, value) {
	return IsOk(TryUndefined(value)) ? void 0 : value;
}
// build/value/convert/from_type.mjs
function FromType$5(context, type, value) {
	return IsArray$1(type) ? FromArray$6(context, type, value) : IsBigInt$1(type) ? FromBigInt$1(context, type, value) : IsBoolean$1(type) ? FromBoolean$1(context, type, value) : IsCyclic(type) ? FromCyclic$4(context, type, value) : IsEnum(type) ? FromEnum$2(context, type, value) : IsInteger(type) ? FromInteger$1(context, type, value) : IsIntersect(type) ? FromIntersect$5(context, type, value) : IsLiteral(type) ? FromLiteral$1(context, type, value) : IsNull$1(type) ? FromNull$1(context, type, value) : IsNumber$1(type) ? FromNumber$1(context, type, value) : IsObject$1(type) ? FromObject$6(context, type, value) : IsRecord(type) ? FromRecord$5(context, type, value) : IsRef(type) ? FromRef$5(context, type, value) : IsString$1(type) ? FromString$1(context, type, value) : IsTemplateLiteral(type) ? FromTemplateLiteral$2(context, type, value) : IsTuple(type) ? FromTuple$5(context, type, value) : IsUndefined$1(type) ? FromUndefined$1(context, type, value) : IsUnion(type) ? FromUnion$5(context, type, value) : IsVoid(type) ? FromVoid$1(context, type, value) : value;
}
// build/value/convert/convert.mjs
function Convert(...args) {
	const [context, type, value] = Match(args, {
		3: (context, type, value) => [
			context,
			type,
			value
		],
		2: (type, value) => [
			{},
			type,
			value
		]
	});
	return FromType$5(context, type, value);
}
// build/value/default/from_array.mjs
function FromArray$5(context, type, value) {
	if (!IsArray(value)) return value;
	for (let i = 0; i < value.length; i++) value[i] = FromType$4(context, type.items, value[i]);
	return value;
}
// build/value/default/from_cyclic.mjs
function FromCyclic$3(context, type, value) {
	return FromType$4({
		...context,
		...type.$defs
	}, Ref(type.$ref), value);
}
// build/value/default/from_default.mjs
function FromDefault$1(type, value) {
	if (!IsUndefined(value)) return value;
	return IsFunction(type.default) ? type.default() : Clone(type.default);
}
// build/value/default/from_intersect.mjs
function FromIntersect$4(context, type, value) {
	const instantiated = Instantiate(context, type);
	return FromType$4(context, Evaluate(instantiated), value);
}
// build/value/default/from_object.mjs
function FromObject$5(context, type, value) {
	if (!IsObject(value)) return value;
	const knownPropertyKeys = Keys(type.properties);
	for (const key of knownPropertyKeys) {
		const propertyValue = FromType$4(context, type.properties[key], value[key]);
		if (IsUndefined(propertyValue) && (IsOptional(type.properties[key]) || !HasPropertyKey(type.properties[key], "default"))) continue;
		value[key] = propertyValue;
	}
	if (!IsAdditionalProperties(type) || IsBoolean(type.additionalProperties)) return value;
	for (const key of Keys(value)) {
		if (knownPropertyKeys.includes(key)) continue;
		value[key] = FromType$4(context, type.additionalProperties, value[key]);
	}
	return value;
}
// build/value/default/from_record.mjs
function FromRecord$4(context, type, value) {
	if (!IsObject(value)) return value;
	const [recordKey, recordValue] = [new RegExp(RecordPattern(type)), RecordValue(type)];
	for (const key of Keys(value)) {
		if (!(recordKey.test(key) && IsDefault(recordValue))) continue;
		value[key] = FromType$4(context, recordValue, value[key]);
	}
	if (!IsAdditionalProperties(type)) return value;
	for (const key of Keys(value)) {
		if (recordKey.test(key)) continue;
		value[key] = FromType$4(context, type.additionalProperties, value[key]);
	}
	return value;
}
// build/value/default/from_ref.mjs
function FromRef$4(context, type, value) {
	return HasPropertyKey(context, type.$ref) ? FromType$4(context, context[type.$ref], value) : value;
}
// build/value/default/from_tuple.mjs
function FromTuple$4(context, schema, value) {
	if (!IsArray(value)) return value;
	const [items, max] = [schema.items, Math.max(schema.items.length, value.length)];
	for (let i = 0; i < max; i++) if (i < items.length) value[i] = FromType$4(context, items[i], value[i]);
	return value;
}
// build/value/default/from_union.mjs
function FromUnion$4(context, schema, value) {
	for (const inner of schema.anyOf) {
		const result = FromType$4(context, inner, Clone(value));
		if (Check(context, inner, result)) return result;
	}
	return value;
}
// build/value/default/from_type.mjs
function FromType$4(context, type, value) {
	const defaulted = IsDefault(type) ? FromDefault$1(type, value) : value;
	return IsArray$1(type) ? FromArray$5(context, type, defaulted) : IsCyclic(type) ? FromCyclic$3(context, type, defaulted) : IsIntersect(type) ? FromIntersect$4(context, type, defaulted) : IsObject$1(type) ? FromObject$5(context, type, defaulted) : IsRecord(type) ? FromRecord$4(context, type, defaulted) : IsRef(type) ? FromRef$4(context, type, defaulted) : IsTuple(type) ? FromTuple$4(context, type, defaulted) : IsUnion(type) ? FromUnion$4(context, type, defaulted) : defaulted;
}
// build/value/default/default.mjs
function Default(...args) {
	const [context, type, value] = Match(args, {
		3: (context, type, value) => [
			context,
			type,
			value
		],
		2: (type, value) => [
			{},
			type,
			value
		]
	});
	return FromType$4(context, type, value);
}
// build/value/pipeline/pipeline.mjs
function Pipeline(pipeline) {
	return (...args) => {
		const [context, type, value] = Match(args, {
			3: (context, type, value) => [
				context,
				type,
				value
			],
			2: (type, value) => [
				{},
				type,
				value
			]
		});
		return pipeline.reduce((result, func) => func(context, type, result), value);
	};
}
// build/value/codec/callback.mjs
function Decode$7(_context, type, value) {
	return type["~codec"].decode(value);
}
function Encode$7(_context, type, value) {
	return type["~codec"].encode(value);
}
function Callback(direction, context, type, value) {
	if (!IsCodec(type)) return value;
	return IsEqual(direction, "Decode") ? Decode$7(context, type, value) : Encode$7(context, type, value);
}
// build/value/codec/from_array.mjs
function Decode$6(direction, context, type, value) {
	if (!IsArray(value)) return value;
	for (let i = 0; i < value.length; i++) value[i] = FromType$3(direction, context, type.items, value[i]);
	return Callback(direction, context, type, value);
}
function Encode$6(direction, context, type, value) {
	const exterior = Callback(direction, context, type, value);
	if (!IsArray(exterior)) return exterior;
	for (let i = 0; i < exterior.length; i++) exterior[i] = FromType$3(direction, context, type.items, exterior[i]);
	return exterior;
}
function FromArray$4(direction, context, type, value) {
	return IsEqual(direction, "Decode") ? Decode$6(direction, context, type, value) : Encode$6(direction, context, type, value);
}
// build/value/codec/from_cyclic.mjs
function FromCyclic$2(direction, context, type, value) {
	value = FromType$3(direction, {
		...context,
		...type.$defs
	}, Ref(type.$ref), value);
	return Callback(direction, context, type, value);
}
// build/value/codec/from_intersect.mjs
function MergeInteriors(interiors) {
	return interiors.reduce((results, interior) => ({
		...results,
		...interior
	}), {});
}
function NonMatchingInterior(value, interiors) {
	for (const interior of interiors) if (!IsDeepEqual(value, interior)) return interior;
	return value;
}
function Decode$5(direction, context, type, value) {
	if (IsEqual(type.allOf.length, 0)) return Callback(direction, context, type, value);
	const interiors = type.allOf.map((schema) => FromType$3(direction, context, schema, Clean(schema, Clone(value))));
	return Callback(direction, context, type, interiors.every((result) => IsObject(result)) ? MergeInteriors(interiors) : NonMatchingInterior(value, interiors));
}
function Encode$5(direction, context, type, value) {
	if (IsEqual(type.allOf.length, 0)) return Callback(direction, context, type, value);
	const exterior = Callback(direction, context, type, value);
	const interiors = type.allOf.map((schema) => FromType$3(direction, context, schema, Clean(schema, Clone(exterior))));
	if (interiors.every((result) => IsObject(result))) return MergeInteriors(interiors);
	return NonMatchingInterior(exterior, interiors);
}
function FromIntersect$3(direction, context, type, value) {
	return IsEqual(direction, "Decode") ? Decode$5(direction, context, type, value) : Encode$5(direction, context, type, value);
}
// build/value/codec/from_object.mjs
function Decode$4(direction, context, type, value) {
	if (!IsObjectNotArray(value)) return value;
	for (const key of Keys(type.properties)) {
		if (!HasPropertyKey(value, key) || IsOptionalUndefined(type.properties[key], key, value)) continue;
		value[key] = FromType$3(direction, context, type.properties[key], value[key]);
	}
	return Callback(direction, context, type, value);
}
function Encode$4(direction, context, type, value) {
	const exterior = Callback(direction, context, type, value);
	if (!IsObjectNotArray(exterior)) return exterior;
	for (const key of Keys(type.properties)) {
		if (!HasPropertyKey(exterior, key) || IsOptionalUndefined(type.properties[key], key, exterior)) continue;
		exterior[key] = FromType$3(direction, context, type.properties[key], exterior[key]);
	}
	return exterior;
}
function FromObject$4(direction, context, type, value) {
	return IsEqual(direction, "Decode") ? Decode$4(direction, context, type, value) : Encode$4(direction, context, type, value);
}
// build/value/codec/from_record.mjs
function Decode$3(direction, context, type, value) {
	if (!IsObjectNotArray(value)) return value;
	const regexp = new RegExp(RecordPattern(type));
	for (const key of Keys(value)) {
		if (!regexp.test(key)) continue;
		value[key] = FromType$3(direction, context, RecordValue(type), value[key]);
	}
	return Callback(direction, context, type, value);
}
function Encode$3(direction, context, type, value) {
	const exterior = Callback(direction, context, type, value);
	if (!IsObjectNotArray(exterior)) return exterior;
	const regexp = new RegExp(RecordPattern(type));
	for (const key of Keys(exterior)) {
		if (!regexp.test(key)) continue;
		exterior[key] = FromType$3(direction, context, RecordValue(type), exterior[key]);
	}
	return exterior;
}
function FromRecord$3(direction, context, type, value) {
	return IsEqual(direction, "Decode") ? Decode$3(direction, context, type, value) : Encode$3(direction, context, type, value);
}
// build/value/codec/from_ref.mjs
function ResolveRef(direction, context, type, value) {
	return HasPropertyKey(context, type.$ref) ? FromType$3(direction, context, context[type.$ref], value) : value;
}
function FromRef$3(direction, context, type, value) {
	return IsEqual(direction, "Decode") ? Callback(direction, context, type, ResolveRef(direction, context, type, value)) : ResolveRef(direction, context, type, Callback(direction, context, type, value));
}
// build/value/codec/from_tuple.mjs
function Decode$2(direction, context, type, value) {
	if (!IsArray(value)) return value;
	for (let i = 0; i < Math.min(type.items.length, value.length); i++) value[i] = FromType$3(direction, context, type.items[i], value[i]);
	return Callback(direction, context, type, value);
}
function Encode$2(direction, context, type, value) {
	const exterior = Callback(direction, context, type, value);
	if (!IsArray(exterior)) return value;
	for (let i = 0; i < Math.min(type.items.length, exterior.length); i++) exterior[i] = FromType$3(direction, context, type.items[i], exterior[i]);
	return exterior;
}
function FromTuple$3(direction, context, type, value) {
	return IsEqual(direction, "Decode") ? Decode$2(direction, context, type, value) : Encode$2(direction, context, type, value);
}
// build/value/codec/from_union.mjs
function Decode$1(direction, context, type, value) {
	for (const schema of type.anyOf) {
		if (!Check(context, schema, value)) continue;
		return Callback(direction, context, type, FromType$3(direction, context, schema, value));
	}
	return value;
}
function Encode$1(direction, context, type, value) {
	const exterior = Callback(direction, context, type, value);
	for (const schema of type.anyOf) {
		const variant = FromType$3(direction, context, schema, Clone(exterior));
		if (!Check(context, schema, variant)) continue;
		return variant;
	}
	return exterior;
}
function FromUnion$3(direction, context, type, value) {
	return IsEqual(direction, "Decode") ? Decode$1(direction, context, type, value) : Encode$1(direction, context, type, value);
}
// build/value/codec/from_type.mjs
function FromType$3(direction, context, type, value) {
	return IsArray$1(type) ? FromArray$4(direction, context, type, value) : IsCyclic(type) ? FromCyclic$2(direction, context, type, value) : IsIntersect(type) ? FromIntersect$3(direction, context, type, value) : IsObject$1(type) ? FromObject$4(direction, context, type, value) : IsRecord(type) ? FromRecord$3(direction, context, type, value) : IsRef(type) ? FromRef$3(direction, context, type, value) : IsTuple(type) ? FromTuple$3(direction, context, type, value) : IsUnion(type) ? FromUnion$3(direction, context, type, value) : Callback(direction, context, type, value);
}
// build/value/codec/decode.mjs
var DecodeError = class extends AssertError {
	constructor(value, errors) {
		super("Decode", value, errors);
	}
};
function Assert$2(context, type, value) {
	if (!Check(context, type, value)) throw new DecodeError(value, Errors(context, type, value));
	return value;
}
function DecodeUnsafe(context, type, value) {
	return FromType$3("Decode", context, Get().unionPrioritySort ? UnionPrioritySort(type) : type, value);
}
const Decoder = Pipeline([
	(_context, _type, value) => Clone(value),
	(context, type, value) => Default(context, type, value),
	(context, type, value) => Convert(context, type, value),
	(context, type, value) => Clean(context, type, value),
	(context, type, value) => Assert$2(context, type, value),
	(context, type, value) => DecodeUnsafe(context, type, value)
]);
function Decode(...args) {
	const [context, type, value] = Match(args, {
		3: (context, type, value) => [
			context,
			type,
			value
		],
		2: (type, value) => [
			{},
			type,
			value
		]
	});
	return Decoder(context, type, value);
}
// build/value/codec/encode.mjs
var EncodeError = class extends AssertError {
	constructor(value, errors) {
		super("Encode", value, errors);
	}
};
function Assert$1(context, type, value) {
	if (!Check(context, type, value)) throw new EncodeError(value, Errors(context, type, value));
	return value;
}
function EncodeUnsafe(context, type, value) {
	return FromType$3("Encode", context, Get().unionPrioritySort ? UnionPrioritySort(type) : type, value);
}
const Encoder = Pipeline([
	(_context, _type, value) => Clone(value),
	(context, type, value) => EncodeUnsafe(context, type, value),
	(context, type, value) => Default(context, type, value),
	(context, type, value) => Convert(context, type, value),
	(context, type, value) => Clean(context, type, value),
	(context, type, value) => Assert$1(context, type, value)
]);
function Encode(...args) {
	const [context, type, value] = Match(args, {
		3: (context, type, value) => [
			context,
			type,
			value
		],
		2: (type, value) => [
			{},
			type,
			value
		]
	});
	return Encoder(context, type, value);
}
// build/value/codec/has.mjs
function FromArray$3(context, type) {
	return IsCodec(type) || FromType$2(context, type.items);
}
function FromCyclic$1(context, type) {
	return IsCodec(type) || FromRef$2({
		...context,
		...type.$defs
	}, Ref(type.$ref));
}
function FromIntersect$2(context, type) {
	return IsCodec(type) || type.allOf.some((type) => FromType$2(context, type));
}
function FromObject$3(context, type) {
	return IsCodec(type) || Keys(type.properties).some((key) => {
		return FromType$2(context, type.properties[key]);
	});
}
function FromRecord$2(context, type) {
	return IsCodec(type) || FromType$2(context, RecordValue(type));
}
function FromRef$2(context, type) {
	if (visited.has(type.$ref)) return false;
	visited.add(type.$ref);
	return IsCodec(type) || HasPropertyKey(context, type.$ref) && FromType$2(context, context[type.$ref]);
}
function FromTuple$2(context, type) {
	return IsCodec(type) || type.items.some((type) => FromType$2(context, type));
}
function FromUnion$2(context, type) {
	return IsCodec(type) || type.anyOf.some((type) => FromType$2(context, type));
}
function FromType$2(context, type) {
	return IsArray$1(type) ? FromArray$3(context, type) : IsCyclic(type) ? FromCyclic$1(context, type) : IsIntersect(type) ? FromIntersect$2(context, type) : IsObject$1(type) ? FromObject$3(context, type) : IsRecord(type) ? FromRecord$2(context, type) : IsRef(type) ? FromRef$2(context, type) : IsTuple(type) ? FromTuple$2(context, type) : IsUnion(type) ? FromUnion$2(context, type) : IsCodec(type);
}
const visited = new Set();
function HasCodec(...args) {
	const [context, type] = Match(args, {
		2: (context, type) => [context, type],
		1: (type) => [{}, type]
	});
	visited.clear();
	return FromType$2(context, type);
}
// build/value/create/error.mjs
var CreateError = class extends Error {
	constructor(type, message) {
		super(message);
		this.type = type;
	}
};
// build/value/create/from_default.mjs
function FromDefault(_context, schema) {
	return IsFunction(schema.default) ? schema.default(schema) : IsObject(schema.default) ? Clone(schema.default) : schema.default;
}
// build/value/create/from_array.mjs
function FromArray$2(context, type) {
	if (IsUniqueItems(type) && !IsDefault(type)) throw new CreateError(type, "Arrays with uniqueItems constraints must specify a default annotation");
	const length = IsMinItems(type) ? type.minItems : 0;
	return Array.from({ length }, () => FromType$1(context, type.items));
}
// build/value/create/from_bigint.mjs
function FromBigInt(_context, type) {
	return IsExclusiveMinimum(type) ? BigInt(type.exclusiveMinimum) + BigInt(1) : IsMinimum(type) ? BigInt(type.minimum) : BigInt(0);
}
// build/value/create/from_boolean.mjs
function FromBoolean(_context, _type) {
	return false;
}
// build/value/create/from_constructor.mjs
function FromConstructor(context, type) {
	const instanceType = FromType$1(context, type.instanceType);
	return class {
		constructor() {
			Object.assign(this, instanceType);
		}
	};
}
// build/value/create/from_cyclic.mjs
function FromCyclic(context, type) {
	return FromType$1({
		...context,
		...type.$defs
	}, Ref(type.$ref));
}
// build/value/create/from_enum.mjs
function FromEnum$1(context, type) {
	return FromType$1(context, Evaluate(type));
}
// build/value/create/from_function.mjs
function FromFunction(context, type) {
	const returnType = FromType$1(context, type.returnType);
	return () => returnType;
}
// build/value/create/from_integer.mjs
function FromInteger(_context, type) {
	return IsExclusiveMinimum(type) && IsNumber(type.exclusiveMinimum) ? type.exclusiveMinimum + 1 : IsMinimum(type) ? type.minimum : 0;
}
// build/value/create/from_intersect.mjs
function FromIntersect$1(context, type) {
	const instantiated = Instantiate(context, type);
	return FromType$1(context, Evaluate(instantiated));
}
// build/value/create/from_literal.mjs
function FromLiteral(_context, type) {
	return type.const;
}
// build/value/create/from_never.mjs
function FromNever(_context, type) {
	throw new CreateError(type, "Cannot create TNever types");
}
// build/value/create/from_null.mjs
function FromNull(_context, _type) {
	return null;
}
// build/value/create/from_number.mjs
function FromNumber(_context, type) {
	return IsExclusiveMinimum(type) && IsNumber(type.exclusiveMinimum) ? type.exclusiveMinimum + 1 : IsMinimum(type) ? type.minimum : 0;
}
// build/value/create/from_object.mjs
function FromObject$2(context, type) {
	return (IsUndefined(type.required) ? [] : type.required).reduce((result, key) => {
		return {
			...result,
			[key]: FromType$1(context, type.properties[key])
		};
	}, {});
}
// build/value/create/from_record.mjs
function FromRecord$1(_context, type) {
	if (IsMinProperties(type) && !IsDefault(type)) throw new CreateError(type, "Record with the minProperties constraint must have a default annotation");
	return {};
}
// build/value/create/from_ref.mjs
function FromRef$1(context, type) {
	return HasPropertyKey(context, type.$ref) ? FromType$1(context, context[type.$ref]) : (() => {
		throw new CreateError(type, "Unable to deref Ref");
	})();
}
// build/value/create/from_string.mjs
function FromString(_context, type) {
	if ((IsPattern(type) || IsFormat(type)) && !IsDefault(type)) throw Error("Strings with format or pattern constraints must specify default");
	const minLength = IsMinLength(type) ? type.minLength : 0;
	return "".padEnd(minLength);
}
// build/value/create/from_symbol.mjs
function FromSymbol(_context, _type) {
	return Symbol();
}
// build/value/create/from_template_literal.mjs
function FromTemplateLiteral$1(context, type) {
	const decoded = TemplateLiteralDecode(type.pattern);
	if (IsString$1(decoded)) throw new CreateError(type, "Unable to create TemplateLiteral due to infinite type expansion");
	return FromType$1(context, decoded);
}
// build/value/create/from_tuple.mjs
function FromTuple$1(context, type) {
	return Array.from({ length: type.minItems }, (_, i) => FromType$1(context, type.items[i]));
}
// build/value/create/from_union.mjs
function FromUnion$1(context, type) {
	if (IsEqual(type.anyOf.length, 0)) throw Error("Unable to create Union with no variants");
	return FromType$1(context, type.anyOf[0]);
}
// build/value/create/from_type.mjs
function FromType$1(context, type) {
	return IsDefault(type) ? FromDefault(context, type) : IsArray$1(type) ? FromArray$2(context, type) : IsBigInt$1(type) ? FromBigInt(context, type) : IsBoolean$1(type) ? FromBoolean(context, type) : IsConstructor$1(type) ? FromConstructor(context, type) : IsCyclic(type) ? FromCyclic(context, type) : IsEnum(type) ? FromEnum$1(context, type) : IsFunction$1(type) ? FromFunction(context, type) : IsInteger(type) ? FromInteger(context, type) : IsIntersect(type) ? FromIntersect$1(context, type) : IsLiteral(type) ? FromLiteral(context, type) : IsNever(type) ? FromNever(context, type) : IsNull$1(type) ? FromNull(context, type) : IsNumber$1(type) ? FromNumber(context, type) : IsObject$1(type) ? FromObject$2(context, type) : IsRecord(type) ? FromRecord$1(context, type) : IsRef(type) ? FromRef$1(context, type) : IsString$1(type) ? FromString(context, type) : IsSymbol(type) ? FromSymbol(context, type) : IsTemplateLiteral(type) ? FromTemplateLiteral$1(context, type) : IsTuple(type) ? FromTuple$1(context, type) : IsUndefined$1(type) ? void 0 : IsUnion(type) ? FromUnion$1(context, type) : IsVoid(type) ? void 0 : void 0;
}
// build/value/create/create.mjs
function Create(...args) {
	const [context, type] = Match(args, {
		2: (context, type) => [context, type],
		1: (type) => [{}, type]
	});
	return FromType$1(context, type);
}
// build/value/equal/equal.mjs
function Equal(left, right) {
	return IsDeepEqual(left, right);
}
// build/value/hash/hash.mjs
function Hash(value) {
	return Hash$1(value);
}
// build/value/parse/parse.mjs
var ParseError = class extends AssertError {
	constructor(value, errors) {
		super("Parse", value, errors);
	}
};
function Assert(context, type, value) {
	EnableParseErrors();
	const errors = Errors(context, type, value);
	DisableParseErrors();
	if (!Check(context, type, value)) throw new ParseError(value, errors);
	return value;
}
const Parser = Pipeline([
	(_context, _type, value) => Clone(value),
	(context, type, value) => Default(context, type, value),
	(context, type, value) => Convert(context, type, value),
	(context, type, value) => Clean(context, type, value),
	(context, type, value) => Assert(context, type, value)
]);
function Parse(...args) {
	const [context, type, value] = Match(args, {
		3: (context, type, value) => [
			context,
			type,
			value
		],
		2: (type, value) => [
			{},
			type,
			value
		]
	});
	if (Check(context, type, value)) return value;
	if (Get().correctiveParse) return Parser(context, type, value);
	EnableParseErrors();
	const errors = Errors(context, type, value);
	DisableParseErrors();
	throw new ParseError(value, errors);
}
// build/value/delta/diff.mjs
function CreateUpdate(path, value) {
	return {
		type: "update",
		path,
		value
	};
}
function CreateInsert(path, value) {
	return {
		type: "insert",
		path,
		value
	};
}
function CreateDelete(path) {
	return {
		type: "delete",
		path
	};
}
function AssertCanDiffObject(value) {
	if (IsObject(value) && IsEqual(Symbols(value).length, 0)) return;
	throw new Error("Cannot create diffs for objects with symbols keys");
}
function* FromObject$1(path, left, right) {
	if (!IsObject(right) || IsArray(right)) return yield CreateUpdate(path, right);
	AssertCanDiffObject(left);
	AssertCanDiffObject(right);
	const leftKeys = Keys(left);
	const rightKeys = Keys(right);
	for (const key of rightKeys) {
		if (HasPropertyKey(left, key)) continue;
		if (IsUnsafePropertyKey(key)) continue;
		yield CreateInsert(`${path}/${key}`, right[key]);
	}
	for (const key of leftKeys) {
		if (!HasPropertyKey(right, key)) continue;
		if (IsUnsafePropertyKey(key)) continue;
		if (Equal(left, right)) continue;
		yield* FromValue(`${path}/${key}`, left[key], right[key]);
	}
	for (const key of leftKeys) {
		if (HasPropertyKey(right, key)) continue;
		if (IsUnsafePropertyKey(key)) continue;
		yield CreateDelete(`${path}/${key}`);
	}
}
function* FromArray$1(path, left, right) {
	if (!IsArray(right)) return yield CreateUpdate(path, right);
	for (let i = 0; i < Math.min(left.length, right.length); i++) yield* FromValue(`${path}/${i}`, left[i], right[i]);
	for (let i = 0; i < right.length; i++) {
		if (i < left.length) continue;
		yield CreateInsert(`${path}/${i}`, right[i]);
	}
	for (let i = left.length - 1; i >= 0; i--) {
		if (i < right.length) continue;
		yield CreateDelete(`${path}/${i}`);
	}
}
function* FromTypedArray(path, left, right) {
	const typeLeft = globalThis.Object.getPrototypeOf(left).constructor.name;
	const typeRight = globalThis.Object.getPrototypeOf(right).constructor.name;
	if (IsTypeArray(right) && IsEqual(left.length, right.length) && IsEqual(typeLeft, typeRight)) for (let index = 0; index < Math.min(left.length, right.length); index++) yield* FromValue(`${path}/${index}`, left[index], right[index]);
	else return yield CreateUpdate(path, right);
}
function* FromUnknown$1(path, left, right) {
	if (left === right) return;
	yield CreateUpdate(path, right);
}
function* FromValue(path, left, right) {
	return IsTypeArray(left) ? yield* FromTypedArray(path, left, right) : IsArray(left) ? yield* FromArray$1(path, left, right) : IsObject(left) ? yield* FromObject$1(path, left, right) : yield* FromUnknown$1(path, left, right);
}
function Diff(current, next) {
	return [...FromValue("", current, next)];
}
// build/value/delta/edit.mjs
const Insert = _Object_({
	type: Literal("insert"),
	path: String(),
	value: Unknown()
});
const Update = Object({
	type: Literal("update"),
	path: String(),
	value: Unknown()
});
const Delete = _Object_({
	type: Literal("delete"),
	path: String()
});
const Edit = Union([
	Insert,
	Update,
	Delete
]);
// build/value/delta/patch.mjs
function IsRoot(edits) {
	return edits.length > 0 && edits[0].path === "" && edits[0].type === "update";
}
function IsEmpty(edits) {
	return edits.length === 0;
}
function Patch(current, edits) {
	if (IsRoot(edits)) return Clone(edits[0].value);
	if (IsEmpty(edits)) return Clone(current);
	const clone = Clone(current);
	for (const edit of edits) switch (edit.type) {
		case "insert":
			Set$1(clone, edit.path, edit.value);
			break;
		case "update":
			Set$1(clone, edit.path, edit.value);
			break;
		case "delete": Delete$1(clone, edit.path);
	}
	return clone;
}
// build/value/repair/error.mjs
var RepairError = class extends Error {
	constructor(context, type, value, message) {
		super(message);
		this.context = context;
		this.type = type;
		this.value = value;
	}
};
// build/value/repair/from_array.mjs
function MakeUnique(values) {
	const [hashes, result] = [new Set(), []];
	for (const value of values) {
		const hash = Hash(value);
		if (hashes.has(hash)) continue;
		hashes.add(hash);
		result.push(value);
	}
	return result;
}
function FromArray(context, type, value) {
	if (Check(context, type, value)) return value;
	const created = IsArray(value) ? value : Create(context, type);
	const minimum = IsMinItems(type) && created.length < type.minItems ? [...created, ...Array.from({ length: type.minItems - created.length }, () => Create(context, type))] : created;
	const repaired = (IsMaxItems(type) && minimum.length > type.maxItems ? minimum.slice(0, type.maxItems) : minimum).map((value) => FromType(context, type.items, value));
	if (!IsUniqueItems(type) || IsUniqueItems(type) && !IsEqual(type.uniqueItems, true)) return repaired;
	const unique = MakeUnique(repaired);
	if (!Check(context, type, unique)) throw new RepairError(context, type, value, "Failed to repair Array due to uniqueItems constraint");
	return unique;
}
// build/value/repair/from_enum.mjs
function FromEnum(context, type, value) {
	return FromType(context, Evaluate(type), value);
}
// build/value/repair/from_intersect.mjs
function FromIntersect(context, type, value) {
	const instantiated = Instantiate(context, type);
	return FromType(context, Evaluate(instantiated), value);
}
// build/value/repair/from_object.mjs
function FromObject(context, type, value) {
	if (Check(context, type, value)) return value;
	if (!IsObjectNotArray(value)) return Create(context, type);
	const required = new Set(IsUndefined(type.required) ? [] : type.required);
	const result = {};
	for (const [key, schema] of Entries(type.properties)) {
		if (!required.has(key) && IsUndefined(value[key])) continue;
		result[key] = key in value ? FromType(context, schema, value[key]) : Create(context, schema);
	}
	const evaluatedKeys = Keys(type.properties);
	if (IsAdditionalProperties(type) && IsObject(type.additionalProperties)) for (const key of Keys(value)) {
		if (evaluatedKeys.includes(key)) continue;
		result[key] = FromType(context, type.additionalProperties, value[key]);
	}
	return result;
}
// build/value/repair/from_record.mjs
function FromRecord(context, type, value) {
	if (Check(context, type, value)) return value;
	if (IsNull(value) || !IsObject(value) || IsArray(value)) return Create(context, type);
	const recordKey = new RegExp(RecordPattern(type));
	const recordValue = RecordValue(type);
	const evaluatedKeys = new Set();
	const result = {};
	for (const [key, value_] of Entries(value)) {
		if (!recordKey.test(key)) continue;
		result[key] = FromType(context, recordValue, value_);
		evaluatedKeys.add(key);
	}
	if (IsAdditionalProperties(type)) for (const key of Keys(value)) {
		if (evaluatedKeys.has(key)) continue;
		result[key] = FromType(context, type.additionalProperties, value[key]);
	}
	return result;
}
// build/value/repair/from_ref.mjs
function FromRef(context, type, value) {
	return HasPropertyKey(context, type.$ref) ? FromType(context, context[type.$ref], value) : (() => {
		throw new RepairError(context, type, value, "Unable to de-reference target type");
	})();
}
// build/value/repair/from_template_literal.mjs
function FromTemplateLiteral(context, type, value) {
	return FromType(context, TemplateLiteralDecode(type.pattern), value);
}
// build/value/repair/from_tuple.mjs
function FromTuple(context, schema, value) {
	if (Check(context, schema, value)) return value;
	if (!IsArray(value)) return Create(context, schema);
	return schema.items.map((schema, index) => FromType(context, schema, value[index]));
}
// build/value/shared/union_score_select.mjs
function Deref(context, type, value) {
	return IsRef(type) ? HasPropertyKey(context, type.$ref) ? Deref(context, context[type.$ref], value) : (() => {
		throw new Error("Unable to Deref target");
	})() : type;
}
function ScoreVariant(context, type, value) {
	if (!(IsObject$1(type) && IsObject(value))) return 0;
	const keys = Keys(value);
	return Entries(type.properties).reduce((result, [key, schema]) => {
		const literal = IsLiteral(schema) && IsEqual(schema.const, value[key]) ? 100 : 0;
		const checks = Check(context, schema, value[key]) ? 10 : 0;
		const exists = keys.includes(key) ? 1 : 0;
		return result + (literal + checks + exists);
	}, 0);
}
function UnionScoreSelect(context, type, value) {
	const schemas = type.anyOf.map((schema) => Deref(context, schema, value));
	let [select, best] = [schemas[0], 0];
	for (const schema of schemas) {
		const score = ScoreVariant(context, schema, value);
		if (score > best) {
			select = schema;
			best = score;
		}
	}
	return select;
}
// build/value/repair/from_union.mjs
function RepairUnion(context, type, value) {
	return FromType(context, UnionScoreSelect(context, Union(Flatten(type.anyOf)), value), value);
}
function FromUnion(context, type, value) {
	if (Check(context, type, value)) return Clone(value);
	if (IsDefault(type)) return Create(context, type);
	return RepairUnion(context, type, value);
}
// build/value/repair/from_unknown.mjs
function FromUnknown(context, type, value) {
	if (Check(context, type, value)) return value;
	const converted = Convert(context, type, value);
	if (Check(context, type, converted)) return converted;
	return Create(context, type);
}
// build/value/repair/from_type.mjs
function AssertRepairableValue(context, type, value) {
	if (IsDate(value) || IsMap(value) || IsSet(value) || IsTypeArray(value) || IsConstructor(value) || IsFunction(value)) throw new RepairError(context, type, value, "Value is not repairable");
}
function AssertRepairableType(context, type, value) {
	if (IsConstructor$1(type) || IsFunction$1(type) || IsNever(type)) throw new RepairError(context, type, value, "Type is not repairable");
}
function CreateWhenUndefined(context, type, value) {
	return IsUndefined(value) && !IsUndefined$1(type) ? Create(context, type) : value;
}
function FinalizeRepair(context, type, repaired) {
	return IsRefine(type) ? Check(context, type, repaired) ? repaired : Create(context, type) : repaired;
}
function FromType(context, type, value) {
	AssertRepairableValue(context, type, value);
	AssertRepairableType(context, type, value);
	const candidate = CreateWhenUndefined(context, type, value);
	return FinalizeRepair(context, type, IsArray$1(type) ? FromArray(context, type, candidate) : IsEnum(type) ? FromEnum(context, type, candidate) : IsIntersect(type) ? FromIntersect(context, type, candidate) : IsObject$1(type) ? FromObject(context, type, candidate) : IsRecord(type) ? FromRecord(context, type, candidate) : IsRef(type) ? FromRef(context, type, candidate) : IsTemplateLiteral(type) ? FromTemplateLiteral(context, type, candidate) : IsTuple(type) ? FromTuple(context, type, candidate) : IsUnion(type) ? FromUnion(context, type, candidate) : FromUnknown(context, type, candidate));
}
// build/value/repair/repair.mjs
function Repair(...args) {
	const [context, type, value] = Match(args, {
		3: (context, type, value) => [
			context,
			type,
			value
		],
		2: (type, value) => [
			{},
			type,
			value
		]
	});
	const repaired = FromType(context, type, value);
	Assert$3(context, type, repaired);
	return repaired;
}
// build/value/value.mjs
var value_exports = __exportAll({
	Assert: () => Assert$3,
	Check: () => Check,
	Clean: () => Clean,
	Clone: () => Clone,
	Convert: () => Convert,
	Create: () => Create,
	Decode: () => Decode,
	Default: () => Default,
	Diff: () => Diff,
	Encode: () => Encode,
	Equal: () => Equal,
	Errors: () => Errors,
	HasCodec: () => HasCodec,
	Hash: () => Hash,
	Parse: () => Parse,
	Patch: () => Patch,
	Pointer: () => pointer_exports,
	Repair: () => Repair
});
// build/value/index.mjs
var value_default = value_exports;
export { UnionPrioritySort as A, DecodeError as C, Convert as D, Default as E, Check as F, Assert$3 as M, AssertError as N, IsOptionalUndefined as O, Errors as P, Decode as S, Pipeline as T, CreateError as _, Patch as a, EncodeError as b, Insert as c, Parse as d, ParseError as f, Create as g, Equal as h, UnionScoreSelect as i, Clone as j, Clean as k, Update as l, Hash as m, value_exports as n, Delete as o, Parser as p, Repair as r, Edit as s, value_default as t, Diff as u, HasCodec as v, DecodeUnsafe as w, EncodeUnsafe as x, Encode as y };
