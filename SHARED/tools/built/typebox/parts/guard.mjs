/* typebox 1.4.3, joined by npm run generate; its licence is beside it. */
import { t as __exportAll } from "./rolldown-runtime.mjs";
// build/guard/unicode/unicode_segment.mjs
function IsBetween(value, min, max) {
	return value >= min && value <= max;
}
function IsZeroWidthJoiner(value) {
	return value === 8205;
}
function IsRegionalIndicator(value) {
	return IsBetween(value, 127462, 127487);
}
function IsVariationSelector(value) {
	return IsBetween(value, 65024, 65039);
}
function IsCombiningMark(value) {
	return IsBetween(value, 768, 879) || IsBetween(value, 6832, 6911) || IsBetween(value, 7616, 7679) || IsBetween(value, 65056, 65071);
}
function CodePointLength(value) {
	return value > 65535 ? 2 : 1;
}
function ConsumeModifiers(value, index) {
	while (index < value.length) {
		const point = value.codePointAt(index);
		if (IsCombiningMark(point) || IsVariationSelector(point)) index += CodePointLength(point);
		else break;
	}
	return index;
}
function NextGraphemeClusterIndex(value, clusterStart) {
	const startCP = value.codePointAt(clusterStart);
	let clusterEnd = clusterStart + CodePointLength(startCP);
	clusterEnd = ConsumeModifiers(value, clusterEnd);
	while (clusterEnd < value.length - 1 && IsZeroWidthJoiner(value.codePointAt(clusterEnd))) {
		const nextCP = value.codePointAt(clusterEnd + 1);
		clusterEnd += 1 + CodePointLength(nextCP);
		clusterEnd = ConsumeModifiers(value, clusterEnd);
	}
	if (IsRegionalIndicator(startCP) && clusterEnd < value.length && IsRegionalIndicator(value.codePointAt(clusterEnd))) clusterEnd += CodePointLength(value.codePointAt(clusterEnd));
	return clusterEnd;
}
function GraphemeCount$1(value) {
	let count = 0, index = 0;
	while (index < value.length) {
		index = NextGraphemeClusterIndex(value, index);
		count++;
	}
	return count;
}
// build/guard/unicode/unicode.mjs
function CodePointCount$1(value) {
	let result = 0, index = 0, prev = 0;
	while (index < value.length) {
		const next = value.charCodeAt(index++) >> 10;
		result += +((prev << 8 | next) !== 13879);
		prev = next;
	}
	return result;
}
function IsMaxLength$2(value, maxLength) {
	return value.length <= maxLength || value.length <= maxLength << 1 && CodePointCount$1(value) <= maxLength;
}
function IsMinLength$2(value, minLength) {
	return value.length >= minLength << 1 || value.length >= minLength && CodePointCount$1(value) >= minLength;
}
// build/guard/guard.mjs
var guard_exports = __exportAll({
	CodePointCount: () => CodePointCount,
	Counted: () => Counted$1,
	Entries: () => Entries$1,
	EntriesRegExp: () => EntriesRegExp,
	Every: () => Every$1,
	EveryAll: () => EveryAll,
	GraphemeCount: () => GraphemeCount,
	HasPropertyKey: () => HasPropertyKey$1,
	IsArray: () => IsArray$1,
	IsBigInt: () => IsBigInt$1,
	IsBoolean: () => IsBoolean$2,
	IsClassInstance: () => IsClassInstance,
	IsConstructor: () => IsConstructor$1,
	IsDeepEqual: () => IsDeepEqual$1,
	IsEqual: () => IsEqual$1,
	IsFunction: () => IsFunction$1,
	IsGreaterEqualThan: () => IsGreaterEqualThan$1,
	IsGreaterThan: () => IsGreaterThan$1,
	IsInteger: () => IsInteger$1,
	IsLessEqualThan: () => IsLessEqualThan$1,
	IsLessThan: () => IsLessThan$1,
	IsMaxLength: () => IsMaxLength$1,
	IsMinLength: () => IsMinLength$1,
	IsMultipleOf: () => IsMultipleOf,
	IsNull: () => IsNull$1,
	IsNumber: () => IsNumber$2,
	IsObject: () => IsObject$1,
	IsObjectNotArray: () => IsObjectNotArray$1,
	IsString: () => IsString$2,
	IsSymbol: () => IsSymbol$1,
	IsUndefined: () => IsUndefined$1,
	IsUnsafePropertyKey: () => IsUnsafePropertyKey,
	IsValueLike: () => IsValueLike,
	Keys: () => Keys$1,
	ShiftLeft: () => ShiftLeft,
	Some: () => Some$1,
	SomeAll: () => SomeAll$1,
	Symbols: () => Symbols,
	Values: () => Values
});
function IsArray$1(value) {
	return Array.isArray(value);
}
function IsBigInt$1(value) {
	return IsEqual$1(typeof value, "bigint");
}
function IsBoolean$2(value) {
	return IsEqual$1(typeof value, "boolean");
}
function IsConstructor$1(value) {
	if (IsUndefined$1(value) || !IsFunction$1(value)) return false;
	const result = Function.prototype.toString.call(value);
	if (/^class\s/.test(result)) return true;
	if (/\[native code\]/.test(result)) return true;
	return false;
}
function IsFunction$1(value) {
	return IsEqual$1(typeof value, "function");
}
function IsInteger$1(value) {
	return Number.isInteger(value);
}
function IsNull$1(value) {
	return IsEqual$1(value, null);
}
function IsNumber$2(value) {
	return Number.isFinite(value);
}
function IsObjectNotArray$1(value) {
	return IsObject$1(value) && !IsArray$1(value);
}
function IsObject$1(value) {
	return IsEqual$1(typeof value, "object") && !IsNull$1(value);
}
function IsString$2(value) {
	return IsEqual$1(typeof value, "string");
}
function IsSymbol$1(value) {
	return IsEqual$1(typeof value, "symbol");
}
function IsUndefined$1(value) {
	return IsEqual$1(value, void 0);
}
function IsEqual$1(left, right) {
	return left === right;
}
function IsGreaterThan$1(left, right) {
	return left > right;
}
function IsLessThan$1(left, right) {
	return left < right;
}
function IsLessEqualThan$1(left, right) {
	return left <= right;
}
function IsGreaterEqualThan$1(left, right) {
	return left >= right;
}
function IsMultipleOf(dividend, divisor) {
	if (IsBigInt$1(dividend) || IsBigInt$1(divisor)) return BigInt(dividend) % BigInt(divisor) === 0n;
	const tolerance = 1e-10;
	if (!IsNumber$2(dividend)) return true;
	if (IsInteger$1(dividend) && 1 / divisor % 1 === 0) return true;
	const mod = dividend % divisor;
	return Math.min(Math.abs(mod), Math.abs(mod - divisor), Math.abs(mod + divisor)) < tolerance;
}
function IsClassInstance(value) {
	if (!IsObject$1(value)) return false;
	const proto = globalThis.Object.getPrototypeOf(value);
	if (IsNull$1(proto)) return false;
	return IsEqual$1(typeof proto.constructor, "function") && !(IsEqual$1(proto.constructor, globalThis.Object) || IsEqual$1(proto.constructor.name, "Object"));
}
function IsValueLike(value) {
	return IsBigInt$1(value) || IsBoolean$2(value) || IsNull$1(value) || IsNumber$2(value) || IsString$2(value) || IsUndefined$1(value);
}
function GraphemeCount(value) {
	return GraphemeCount$1(value);
}
function CodePointCount(value) {
	return CodePointCount$1(value);
}
function IsMaxLength$1(value, maxLength) {
	return IsMaxLength$2(value, maxLength);
}
function IsMinLength$1(value, minLength) {
	return IsMinLength$2(value, minLength);
}
function Every$1(value, offset, callback) {
	return value.every((item, index) => index < offset || callback(item, index));
}
function EveryAll(value, offset, callback) {
	let result = true;
	value.forEach((item, index) => {
		if (index >= offset && !callback(item, index)) result = false;
	});
	return result;
}
function Some$1(value, callback) {
	return value.some((value, index) => callback(value, index));
}
function SomeAll$1(value, callback) {
	let result = false;
	value.forEach((item, index) => {
		if (callback(item, index)) result = true;
	});
	return result;
}
function Counted$1(value, callback) {
	return value.reduce((result, value, index) => callback(value, index) ? ++result : result, 0);
}
function ShiftLeft(array, true_, false_) {
	return IsEqual$1(array.length, 0) ? false_() : true_(array[0], array.slice(1));
}
function IsUnsafePropertyKey(key) {
	return IsEqual$1(key, "__proto__") || IsEqual$1(key, "constructor") || IsEqual$1(key, "prototype");
}
function HasPropertyKey$1(value, key) {
	return IsUnsafePropertyKey(key) ? Object.prototype.hasOwnProperty.call(value, key) : key in value;
}
function EntriesRegExp(value) {
	return Keys$1(value).map((key) => [new RegExp(`^${key}$`), value[key]]);
}
function Entries$1(value) {
	return Object.entries(value);
}
function Keys$1(value) {
	return Object.getOwnPropertyNames(value);
}
function Symbols(value) {
	return Object.getOwnPropertySymbols(value);
}
function Values(value) {
	return Object.values(value);
}
function DeepEqualObject(left, right) {
	if (!IsObject$1(right)) return false;
	const keys = Keys$1(left);
	return IsEqual$1(keys.length, Keys$1(right).length) && keys.every((key) => IsDeepEqual$1(left[key], right[key]));
}
function DeepEqualArray(left, right) {
	return IsArray$1(right) && IsEqual$1(left.length, right.length) && left.every((_, index) => IsDeepEqual$1(left[index], right[index]));
}
function IsDeepEqual$1(left, right) {
	return IsArray$1(left) ? DeepEqualArray(left, right) : IsObject$1(left) ? DeepEqualObject(left, right) : IsEqual$1(left, right);
}
// build/guard/emit.mjs
var emit_exports = __exportAll({
	And: () => And,
	ArrayLiteral: () => ArrayLiteral,
	ArrowFunction: () => ArrowFunction,
	Call: () => Call,
	ConstDeclaration: () => ConstDeclaration,
	Constant: () => Constant,
	Counted: () => Counted,
	Entries: () => Entries,
	Every: () => Every,
	HasPropertyKey: () => HasPropertyKey,
	If: () => If,
	IsArray: () => IsArray,
	IsBigInt: () => IsBigInt,
	IsBoolean: () => IsBoolean$1,
	IsConstructor: () => IsConstructor,
	IsDeepEqual: () => IsDeepEqual,
	IsEqual: () => IsEqual,
	IsFunction: () => IsFunction,
	IsGreaterEqualThan: () => IsGreaterEqualThan,
	IsGreaterThan: () => IsGreaterThan,
	IsInteger: () => IsInteger,
	IsLessEqualThan: () => IsLessEqualThan,
	IsLessThan: () => IsLessThan,
	IsMaxLength: () => IsMaxLength,
	IsMinLength: () => IsMinLength,
	IsNull: () => IsNull,
	IsNumber: () => IsNumber$1,
	IsObject: () => IsObject,
	IsObjectNotArray: () => IsObjectNotArray,
	IsString: () => IsString$1,
	IsSymbol: () => IsSymbol,
	IsUndefined: () => IsUndefined,
	Keys: () => Keys,
	Member: () => Member,
	MultipleOf: () => MultipleOf,
	New: () => New,
	Not: () => Not,
	Or: () => Or,
	ReduceAnd: () => ReduceAnd,
	ReduceOr: () => ReduceOr,
	Return: () => Return,
	Some: () => Some,
	SomeAll: () => SomeAll,
	Statements: () => Statements,
	Ternary: () => Ternary
});
const identifierRegExp = /^[\p{ID_Start}_$][\p{ID_Continue}_$\u200C\u200D]*$/u;
function IsIdentifier(value) {
	return identifierRegExp.test(value);
}
function And(left, right) {
	return `(${left} && ${right})`;
}
function Or(left, right) {
	return `(${left} || ${right})`;
}
function Not(expr) {
	return `!(${expr})`;
}
function IsArray(value) {
	return `Array.isArray(${value})`;
}
function IsBigInt(value) {
	return `typeof ${value} === "bigint"`;
}
function IsBoolean$1(value) {
	return `typeof ${value} === "boolean"`;
}
function IsInteger(value) {
	return `Number.isInteger(${value})`;
}
function IsNull(value) {
	return `${value} === null`;
}
function IsNumber$1(value) {
	return `Number.isFinite(${value})`;
}
function IsObjectNotArray(value) {
	return And(IsObject(value), Not(IsArray(value)));
}
function IsObject(value) {
	return `typeof ${value} === "object" && ${value} !== null`;
}
function IsString$1(value) {
	return `typeof ${value} === "string"`;
}
function IsSymbol(value) {
	return `typeof ${value} === "symbol"`;
}
function IsUndefined(value) {
	return `${value} === undefined`;
}
function IsFunction(value) {
	return `typeof ${value} === "function"`;
}
function IsConstructor(value) {
	return `Guard.IsConstructor(${value})`;
}
function IsEqual(left, right) {
	return `${left} === ${right}`;
}
function IsGreaterThan(left, right) {
	return `${left} > ${right}`;
}
function IsLessThan(left, right) {
	return `${left} < ${right}`;
}
function IsLessEqualThan(left, right) {
	return `${left} <= ${right}`;
}
function IsGreaterEqualThan(left, right) {
	return `${left} >= ${right}`;
}
function IsMinLength(value, length) {
	return `(${value}.length >= ${+length << 1} || (${value}.length >= ${length} && Guard.CodePointCount(${value}) >= ${length}))`;
}
function IsMaxLength(value, length) {
	return `(${value}.length <= ${length} || (${value}.length <= ${+length << 1} && Guard.CodePointCount(${value}) <= ${length}))`;
}
function Every(value, offset, params, expression) {
	return IsEqual$1(offset, "0") ? `${value}.every((${params[0]}, ${params[1]}) => (${expression}))` : `${value}.every((${params[0]}, ${params[1]}) => (${params[1]} < ${offset}) || (${expression}))`;
}
function Some(value, params, expression) {
	return `${value}.some((${params[0]}, ${params[1]}) => ${expression})`;
}
function SomeAll(value, params, expression) {
	return `((value) => { let result = false; value.forEach((${params[0]}, ${params[1]}) => { if (${expression}) result = true }); return result })(${value})`;
}
function Counted(value, params, expression) {
	return `${value}.reduce((result, ${params[0]}, ${params[1]}) => (${expression}) ? ++result : result, 0)`;
}
function Entries(value) {
	return `Object.entries(${value})`;
}
function Keys(value) {
	return `Object.getOwnPropertyNames(${value})`;
}
function HasPropertyKey(value, key) {
	return IsEqual$1(key, "\"__proto__\"") || IsEqual$1(key, "\"constructor\"") ? `Object.prototype.hasOwnProperty.call(${value}, ${key})` : `${key} in ${value}`;
}
function IsDeepEqual(left, right) {
	return `Guard.IsDeepEqual(${left}, ${right})`;
}
function ArrayLiteral(elements) {
	return `[${elements.join(", ")}]`;
}
function ArrowFunction(parameters, body) {
	return `((${parameters.join(", ")}) => ${body})`;
}
function Call(value, arguments_) {
	return `${value}(${arguments_.join(", ")})`;
}
function New(value, arguments_) {
	return `new ${value}(${arguments_.join(", ")})`;
}
function Member(left, right) {
	return `${left}${IsIdentifier(right) ? `.${right}` : `[${Constant(right)}]`}`;
}
function Constant(value) {
	if (!IsValueLike(value)) throw Error("Unsupported Constant");
	return IsString$2(value) ? JSON.stringify(value) : `${value}`;
}
function Ternary(condition, true_, false_) {
	return `(${condition} ? ${true_} : ${false_})`;
}
function Statements(statements) {
	return `{ ${statements.join("; ")}; }`;
}
function ConstDeclaration(identifier, expression) {
	return `const ${identifier} = ${expression}`;
}
function If(condition, then) {
	return `if(${condition}) { ${then} }`;
}
function Return(expression) {
	return `return ${expression}`;
}
function ReduceAnd(operands) {
	return IsEqual$1(operands.length, 0) ? "true" : operands.reduce((left, right) => And(left, right));
}
function ReduceOr(operands) {
	return IsEqual$1(operands.length, 0) ? "false" : operands.reduce((left, right) => Or(left, right));
}
function MultipleOf(dividend, divisor) {
	return `Guard.IsMultipleOf(${dividend}, ${divisor})`;
}
// build/guard/globals.mjs
var globals_exports = __exportAll({
	IsBigInt64Array: () => IsBigInt64Array,
	IsBigUint64Array: () => IsBigUint64Array,
	IsBoolean: () => IsBoolean,
	IsDate: () => IsDate,
	IsFloat32Array: () => IsFloat32Array,
	IsFloat64Array: () => IsFloat64Array,
	IsInt16Array: () => IsInt16Array,
	IsInt32Array: () => IsInt32Array,
	IsInt8Array: () => IsInt8Array,
	IsMap: () => IsMap,
	IsNumber: () => IsNumber,
	IsRegExp: () => IsRegExp,
	IsSet: () => IsSet,
	IsString: () => IsString,
	IsTypeArray: () => IsTypeArray,
	IsUint16Array: () => IsUint16Array,
	IsUint32Array: () => IsUint32Array,
	IsUint8Array: () => IsUint8Array,
	IsUint8ClampedArray: () => IsUint8ClampedArray
});
function IsBoolean(value) {
	return value instanceof Boolean;
}
function IsNumber(value) {
	return value instanceof Number;
}
function IsString(value) {
	return value instanceof String;
}
function IsTypeArray(value) {
	return globalThis.ArrayBuffer.isView(value);
}
function IsInt8Array(value) {
	return value instanceof globalThis.Int8Array;
}
function IsUint8Array(value) {
	return value instanceof globalThis.Uint8Array;
}
function IsUint8ClampedArray(value) {
	return value instanceof globalThis.Uint8ClampedArray;
}
function IsInt16Array(value) {
	return value instanceof globalThis.Int16Array;
}
function IsUint16Array(value) {
	return value instanceof globalThis.Uint16Array;
}
function IsInt32Array(value) {
	return value instanceof globalThis.Int32Array;
}
function IsUint32Array(value) {
	return value instanceof globalThis.Uint32Array;
}
function IsFloat32Array(value) {
	return value instanceof globalThis.Float32Array;
}
function IsFloat64Array(value) {
	return value instanceof globalThis.Float64Array;
}
function IsBigInt64Array(value) {
	return value instanceof globalThis.BigInt64Array;
}
function IsBigUint64Array(value) {
	return value instanceof globalThis.BigUint64Array;
}
function IsRegExp(value) {
	return value instanceof globalThis.RegExp;
}
function IsDate(value) {
	return value instanceof globalThis.Date;
}
function IsSet(value) {
	return value instanceof globalThis.Set;
}
function IsMap(value) {
	return value instanceof globalThis.Map;
}
// build/guard/native.mjs
var native_exports = __exportAll({
	IsF32: () => IsF32,
	IsF64: () => IsF64,
	IsI16: () => IsI16,
	IsI32: () => IsI32,
	IsI64: () => IsI64,
	IsI8: () => IsI8,
	IsU16: () => IsU16,
	IsU32: () => IsU32,
	IsU64: () => IsU64,
	IsU8: () => IsU8
});
function IsF32(value) {
	return IsNumber$2(value) && IsEqual$1(value, Math.fround(value));
}
function IsF64(value) {
	return IsNumber$2(value);
}
function IsU8(value) {
	return IsInteger$1(value) && IsGreaterEqualThan$1(value, 0) && IsLessEqualThan$1(value, 255);
}
function IsU16(value) {
	return IsInteger$1(value) && IsGreaterEqualThan$1(value, 0) && IsLessEqualThan$1(value, 65535);
}
function IsU32(value) {
	return IsInteger$1(value) && IsGreaterEqualThan$1(value, 0) && IsLessEqualThan$1(value, 4294967295);
}
function IsU64(value) {
	return IsInteger$1(value) && IsGreaterEqualThan$1(value, 0);
}
function IsI8(value) {
	return IsInteger$1(value) && IsGreaterEqualThan$1(value, -128) && IsLessEqualThan$1(value, 127);
}
function IsI16(value) {
	return IsInteger$1(value) && IsGreaterEqualThan$1(value, -32768) && IsLessEqualThan$1(value, 32767);
}
function IsI32(value) {
	return IsInteger$1(value) && IsGreaterEqualThan$1(value, -2147483648) && IsLessEqualThan$1(value, 2147483647);
}
function IsI64(value) {
	return IsBigInt$1(value) && IsGreaterEqualThan$1(value, BigInt("-9223372036854775808")) && IsLessEqualThan$1(value, BigInt("9223372036854775807"));
}
// build/guard/index.mjs
var guard_default = guard_exports;
export { Some as $, IsGreaterEqualThan as A, IsString$2 as At, IsObjectNotArray as B, Values as Bt, IsArray as C, IsMaxLength$1 as Ct, IsDeepEqual as D, IsNumber$2 as Dt, IsConstructor as E, IsNull$1 as Et, IsMaxLength as F, Keys$1 as Ft, Member as G, IsSymbol as H, IsMinLength as I, ShiftLeft as It, Not as J, MultipleOf as K, IsNull as L, Some$1 as Lt, IsInteger as M, IsUndefined$1 as Mt, IsLessEqualThan as N, IsUnsafePropertyKey as Nt, IsEqual as O, IsObject$1 as Ot, IsLessThan as P, IsValueLike as Pt, Return as Q, IsNumber$1 as R, SomeAll$1 as Rt, If as S, IsLessThan$1 as St, IsBoolean$1 as T, IsMultipleOf as Tt, IsUndefined as U, IsString$1 as V, guard_exports as Vt, Keys as W, ReduceAnd as X, Or as Y, ReduceOr as Z, Constant as _, IsFunction$1 as _t, IsMap as a, Entries$1 as at, Every as b, IsInteger$1 as bt, IsSet as c, EveryAll as ct, globals_exports as d, IsBigInt$1 as dt, SomeAll as et, And as f, IsBoolean$2 as ft, ConstDeclaration as g, IsEqual$1 as gt, Call as h, IsDeepEqual$1 as ht, IsDate as i, Counted$1 as it, IsGreaterThan as j, IsSymbol$1 as jt, IsFunction as k, IsObjectNotArray$1 as kt, IsString as l, HasPropertyKey$1 as lt, ArrowFunction as m, IsConstructor$1 as mt, native_exports as n, Ternary as nt, IsNumber as o, EntriesRegExp as ot, ArrayLiteral as p, IsClassInstance as pt, New as q, IsBoolean as r, emit_exports as rt, IsRegExp as s, Every$1 as st, guard_default as t, Statements as tt, IsTypeArray as u, IsArray$1 as ut, Counted as v, IsGreaterEqualThan$1 as vt, IsBigInt as w, IsMinLength$1 as wt, HasPropertyKey as x, IsLessEqualThan$1 as xt, Entries as y, IsGreaterThan$1 as yt, IsObject as z, Symbols as zt };
