/* typebox 1.4.3, joined by npm run generate; its licence is beside it. */
import { t as __exportAll } from "./rolldown-runtime.mjs";
import { a as Discard, d as CanEvaluate, f as Evaluate, g as Get$1, l as Get$2, m as hash_exports, p as Hash, s as Assign, v as Match$1 } from "./system.mjs";
import { $ as Some$1, A as IsGreaterEqualThan, At as IsString, B as IsObjectNotArray, C as IsArray$1, Ct as IsMaxLength$2, D as IsDeepEqual, Dt as IsNumber, E as IsConstructor, Et as IsNull$1, F as IsMaxLength$1, Ft as Keys, G as Member, H as IsSymbol, I as IsMinLength$1, J as Not, K as MultipleOf, L as IsNull, Lt as Some, M as IsInteger, Mt as IsUndefined, N as IsLessEqualThan, Nt as IsUnsafePropertyKey, O as IsEqual$1, Ot as IsObject, P as IsLessThan, Pt as IsValueLike, Q as Return, R as IsNumber$1, Rt as SomeAll$1, S as If, St as IsLessThan$1, T as IsBoolean$1, Tt as IsMultipleOf$1, U as IsUndefined$1, V as IsString$1, Vt as guard_exports, W as Keys$1, X as ReduceAnd, Y as Or, Z as ReduceOr, _ as Constant, _t as IsFunction, at as Entries, b as Every$1, bt as IsInteger$1, ct as EveryAll, dt as IsBigInt, et as SomeAll, f as And, ft as IsBoolean, g as ConstDeclaration, gt as IsEqual, h as Call, ht as IsDeepEqual$1, it as Counted$1, j as IsGreaterThan, jt as IsSymbol$1, k as IsFunction$1, kt as IsObjectNotArray$1, lt as HasPropertyKey, m as ArrowFunction, mt as IsConstructor$1, nt as Ternary, p as ArrayLiteral, q as New, st as Every, tt as Statements, ut as IsArray, v as Counted, vt as IsGreaterEqualThan$1, w as IsBigInt$1, wt as IsMinLength$2, x as HasPropertyKey$1, xt as IsLessEqualThan$1, y as Entries$1, yt as IsGreaterThan$1, z as IsObject$1 } from "./guard.mjs";
import { a as Get$3, l as Test, o as Has$1 } from "./format.mjs";
// build/schema/types/_refine.mjs
function IsRefine(value) {
	return HasPropertyKey(value, "~refine") && IsArray(value["~refine"]) && Every(value["~refine"], 0, (value) => IsObject(value) && HasPropertyKey(value, "check") && HasPropertyKey(value, "error") && IsFunction(value.check) && IsFunction(value.error));
}
// build/schema/types/schema.mjs
function IsSchemaObject(value) {
	return IsObject(value) && !IsArray(value);
}
function IsSchemaBoolean(value) {
	return IsBoolean(value);
}
function IsSchema(value) {
	return IsSchemaObject(value) || IsSchemaBoolean(value);
}
// build/schema/types/additionalItems.mjs
function IsAdditionalItems(schema) {
	return HasPropertyKey(schema, "additionalItems") && IsSchema(schema.additionalItems);
}
// build/schema/types/additionalProperties.mjs
function IsAdditionalProperties(schema) {
	return HasPropertyKey(schema, "additionalProperties") && IsSchema(schema.additionalProperties);
}
// build/schema/types/allOf.mjs
function IsAllOf(schema) {
	return HasPropertyKey(schema, "allOf") && IsArray(schema.allOf) && schema.allOf.every((value) => IsSchema(value));
}
// build/schema/types/anchor.mjs
function IsAnchor(schema) {
	return HasPropertyKey(schema, "$anchor") && IsString(schema.$anchor);
}
// build/schema/types/anyOf.mjs
function IsAnyOf(schema) {
	return HasPropertyKey(schema, "anyOf") && IsArray(schema.anyOf) && schema.anyOf.every((value) => IsSchema(value));
}
// build/schema/types/const.mjs
function IsConst(value) {
	return HasPropertyKey(value, "const");
}
// build/schema/types/contains.mjs
function IsContains(schema) {
	return HasPropertyKey(schema, "contains") && IsSchema(schema.contains);
}
// build/schema/types/default.mjs
function IsDefault(schema) {
	return HasPropertyKey(schema, "default");
}
// build/schema/types/defs.mjs
function IsDefs(schema) {
	return HasPropertyKey(schema, "$defs") && IsObject(schema.$defs) && Object.values(schema.$defs).every((value) => IsSchema(value));
}
// build/schema/types/dependencies.mjs
function IsDependencies(schema) {
	return HasPropertyKey(schema, "dependencies") && IsObject(schema.dependencies) && Object.values(schema.dependencies).every((value) => IsSchema(value) || IsArray(value) && value.every((value) => IsString(value)));
}
// build/schema/types/dependentRequired.mjs
function IsDependentRequired(schema) {
	return HasPropertyKey(schema, "dependentRequired") && IsObject(schema.dependentRequired) && Object.values(schema.dependentRequired).every((value) => IsArray(value) && value.every((value) => IsString(value)));
}
// build/schema/types/dependentSchemas.mjs
function IsDependentSchemas(schema) {
	return HasPropertyKey(schema, "dependentSchemas") && IsObject(schema.dependentSchemas) && Object.values(schema.dependentSchemas).every((value) => IsSchema(value));
}
// build/schema/types/dynamicAnchor.mjs
function IsDynamicAnchor(schema) {
	return HasPropertyKey(schema, "$dynamicAnchor") && IsString(schema.$dynamicAnchor);
}
// build/schema/types/dynamicRef.mjs
function IsDynamicRef(schema) {
	return HasPropertyKey(schema, "$dynamicRef") && IsString(schema.$dynamicRef);
}
// build/schema/types/else.mjs
function IsElse(schema) {
	return HasPropertyKey(schema, "else") && IsSchema(schema.else);
}
// build/schema/types/enum.mjs
function IsEnum(schema) {
	return HasPropertyKey(schema, "enum") && IsArray(schema.enum);
}
// build/schema/types/exclusiveMaximum.mjs
function IsExclusiveMaximum(schema) {
	return HasPropertyKey(schema, "exclusiveMaximum") && (IsNumber(schema.exclusiveMaximum) || IsBigInt(schema.exclusiveMaximum));
}
// build/schema/types/exclusiveMinimum.mjs
function IsExclusiveMinimum(schema) {
	return HasPropertyKey(schema, "exclusiveMinimum") && (IsNumber(schema.exclusiveMinimum) || IsBigInt(schema.exclusiveMinimum));
}
// build/schema/types/format.mjs
function IsFormat(schema) {
	return HasPropertyKey(schema, "format") && IsString(schema.format);
}
// build/schema/types/id.mjs
function IsId(schema) {
	return HasPropertyKey(schema, "$id") && IsString(schema.$id);
}
// build/schema/types/if.mjs
function IsIf(schema) {
	return HasPropertyKey(schema, "if") && IsSchema(schema.if);
}
// build/schema/types/items.mjs
function IsItems(schema) {
	return HasPropertyKey(schema, "items") && (IsSchema(schema.items) || IsArray(schema.items) && schema.items.every((value) => {
		return IsSchema(value);
	}));
}
function IsItemsSized(schema) {
	return IsItems(schema) && IsArray(schema.items);
}
function IsItemsUnsized(schema) {
	return IsItems(schema) && !IsArray(schema.items);
}
// build/schema/types/maximum.mjs
function IsMaximum(schema) {
	return HasPropertyKey(schema, "maximum") && (IsNumber(schema.maximum) || IsBigInt(schema.maximum));
}
// build/schema/types/maxContains.mjs
function IsMaxContains(schema) {
	return HasPropertyKey(schema, "maxContains") && IsNumber(schema.maxContains);
}
// build/schema/types/maxItems.mjs
function IsMaxItems(schema) {
	return HasPropertyKey(schema, "maxItems") && IsNumber(schema.maxItems);
}
// build/schema/types/maxLength.mjs
function IsMaxLength(schema) {
	return HasPropertyKey(schema, "maxLength") && IsNumber(schema.maxLength);
}
// build/schema/types/maxProperties.mjs
function IsMaxProperties(schema) {
	return HasPropertyKey(schema, "maxProperties") && IsNumber(schema.maxProperties);
}
// build/schema/types/minimum.mjs
function IsMinimum(schema) {
	return HasPropertyKey(schema, "minimum") && (IsNumber(schema.minimum) || IsBigInt(schema.minimum));
}
// build/schema/types/minContains.mjs
function IsMinContains(schema) {
	return HasPropertyKey(schema, "minContains") && IsNumber(schema.minContains);
}
// build/schema/types/minItems.mjs
function IsMinItems(schema) {
	return HasPropertyKey(schema, "minItems") && IsNumber(schema.minItems);
}
// build/schema/types/minLength.mjs
function IsMinLength(schema) {
	return HasPropertyKey(schema, "minLength") && IsNumber(schema.minLength);
}
// build/schema/types/minProperties.mjs
function IsMinProperties(schema) {
	return HasPropertyKey(schema, "minProperties") && IsNumber(schema.minProperties);
}
// build/schema/types/multipleOf.mjs
function IsMultipleOf(schema) {
	return HasPropertyKey(schema, "multipleOf") && (IsNumber(schema.multipleOf) || IsBigInt(schema.multipleOf));
}
// build/schema/types/not.mjs
function IsNot(schema) {
	return HasPropertyKey(schema, "not") && IsSchema(schema.not);
}
// build/schema/types/oneOf.mjs
function IsOneOf(schema) {
	return HasPropertyKey(schema, "oneOf") && IsArray(schema.oneOf) && schema.oneOf.every((value) => IsSchema(value));
}
// build/schema/types/pattern.mjs
function IsPattern(schema) {
	return HasPropertyKey(schema, "pattern") && (IsString(schema.pattern) || schema.pattern instanceof RegExp);
}
// build/schema/types/patternProperties.mjs
function IsPatternProperties(schema) {
	return HasPropertyKey(schema, "patternProperties") && IsObject(schema.patternProperties) && Object.values(schema.patternProperties).every((value) => IsSchema(value));
}
// build/schema/types/prefixItems.mjs
function IsPrefixItems(schema) {
	return HasPropertyKey(schema, "prefixItems") && IsArray(schema.prefixItems) && schema.prefixItems.every((schema) => IsSchema(schema));
}
// build/schema/types/properties.mjs
function IsProperties(schema) {
	return HasPropertyKey(schema, "properties") && IsObject(schema.properties) && Object.values(schema.properties).every((value) => IsSchema(value));
}
// build/schema/types/propertyNames.mjs
function IsPropertyNames(schema) {
	return HasPropertyKey(schema, "propertyNames") && (IsObject(schema.propertyNames) || IsSchema(schema.propertyNames));
}
// build/schema/types/recursiveAnchor.mjs
function IsRecursiveAnchor(schema) {
	return HasPropertyKey(schema, "$recursiveAnchor") && IsBoolean(schema.$recursiveAnchor);
}
function IsRecursiveAnchorTrue(schema) {
	return IsRecursiveAnchor(schema) && IsEqual(schema.$recursiveAnchor, true);
}
// build/schema/types/recursiveRef.mjs
function IsRecursiveRef(schema) {
	return HasPropertyKey(schema, "$recursiveRef") && IsString(schema.$recursiveRef);
}
// build/schema/types/ref.mjs
function IsRef(schema) {
	return HasPropertyKey(schema, "$ref") && IsString(schema.$ref);
}
// build/schema/types/required.mjs
function IsRequired(schema) {
	return HasPropertyKey(schema, "required") && IsArray(schema.required) && schema.required.every((value) => IsString(value));
}
// build/schema/types/then.mjs
function IsThen(schema) {
	return HasPropertyKey(schema, "then") && IsSchema(schema.then);
}
// build/schema/types/type.mjs
function IsType(schema) {
	return HasPropertyKey(schema, "type") && (IsString(schema.type) || IsArray(schema.type) && schema.type.every((value) => IsString(value)));
}
// build/schema/types/uniqueItems.mjs
function IsUniqueItems(schema) {
	return HasPropertyKey(schema, "uniqueItems") && IsBoolean(schema.uniqueItems);
}
// build/schema/types/unevaluatedItems.mjs
function IsUnevaluatedItems(schema) {
	return HasPropertyKey(schema, "unevaluatedItems") && IsSchema(schema.unevaluatedItems);
}
// build/schema/types/unevaluatedProperties.mjs
function IsUnevaluatedProperties(schema) {
	return HasPropertyKey(schema, "unevaluatedProperties") && IsSchema(schema.unevaluatedProperties);
}
// build/schema/engine/_context.mjs
function HasUnevaluatedFromObject(value) {
	return IsUnevaluatedItems(value) || IsUnevaluatedProperties(value) || Some(Keys(value), (key) => HasUnevaluatedFromUnknown(value[key]));
}
function HasUnevaluatedFromArray(value) {
	return Some(value, (value) => HasUnevaluatedFromUnknown(value));
}
function HasUnevaluatedFromUnknown(value) {
	return IsArray(value) ? HasUnevaluatedFromArray(value) : IsObject(value) ? HasUnevaluatedFromObject(value) : false;
}
function HasUnevaluated(context, schema) {
	return HasUnevaluatedFromUnknown(schema) || Some(Keys(context), (key) => HasUnevaluatedFromUnknown(context[key]));
}
var BuildContext = class {
	constructor(hasUnevaluated) {
		this.hasUnevaluated = hasUnevaluated;
	}
	UseUnevaluated() {
		return this.hasUnevaluated;
	}
	Push() {
		return Call(Member("context", "Push"), []);
	}
	Pop() {
		return Call(Member("context", "Pop"), []);
	}
	AddIndex(index) {
		return Call(Member("context", "AddIndex"), [index]);
	}
	AddKey(key) {
		return Call(Member("context", "AddKey"), [key]);
	}
	Merge(results) {
		return Call(Member("context", "Merge"), [results]);
	}
};
var CheckContext = class {
	constructor() {
		const indices = new Set();
		const keys = new Set();
		this.stack = [{
			indices,
			keys
		}];
	}
	Push() {
		const indices = new Set();
		const keys = new Set();
		this.stack.push({
			indices,
			keys
		});
		return true;
	}
	Pop() {
		this.stack.pop();
		return true;
	}
	AddIndex(index) {
		this.GetIndices().add(index);
		return true;
	}
	AddKey(key) {
		this.GetKeys().add(key);
		return true;
	}
	GetIndices() {
		return this.stack[this.stack.length - 1].indices;
	}
	GetKeys() {
		return this.stack[this.stack.length - 1].keys;
	}
	Merge(results) {
		for (const context of results) {
			context.GetIndices().forEach((value) => this.GetIndices().add(value));
			context.GetKeys().forEach((value) => this.GetKeys().add(value));
		}
		return true;
	}
};
var ErrorContext = class extends CheckContext {
	constructor() {
		super();
		this.errors = [];
	}
	AtCapacity() {
		return this.errors.length >= Get$1().maxErrors;
	}
	AddError(keyword, schemaPath, instancePath, params) {
		return this.AddErrorObject({
			keyword,
			schemaPath,
			instancePath,
			params
		});
	}
	AddErrors(error) {
		error.forEach((error) => this.AddErrorObject(error));
		return false;
	}
	GetErrors() {
		return this.errors;
	}
	AddErrorObject(error) {
		if (!this.AtCapacity()) this.errors.push(error);
		return false;
	}
};
// build/schema/engine/_externals.mjs
const state = {
	identifier: "External",
	variables: []
};
function CreateVariable(value) {
	const call = `External[${state.variables.length}]`;
	state.variables.push(value);
	return call;
}
function ResetExternal() {
	state.variables = [];
}
function GetExternal() {
	return { ...state };
}
// build/schema/engine/_refine.mjs
function BuildRefineMultiple(_stack, _context, schema, value) {
	const external = CreateVariable(schema["~refine"]);
	return Every$1(external, Constant(0), ["refinement", "_"], Call(Member("refinement", "check"), [value]));
}
function BuildRefineSingle(_stack, _context, schema, value) {
	const external = CreateVariable(schema["~refine"][0]);
	return Call(Member(external, "check"), [value]);
}
function BuildRefine(_stack, _context, schema, value) {
	return IsEqual(schema["~refine"].length, 1) ? BuildRefineSingle(_stack, _context, schema, value) : BuildRefineMultiple(_stack, _context, schema, value);
}
function CheckRefine(_stack, _context, schema, value) {
	return Every(schema["~refine"], 0, (refinement, _) => refinement.check(value));
}
function ErrorRefine(_stack, context, schemaPath, instancePath, schema, value) {
	return EveryAll(schema["~refine"], 0, (refinement, index) => {
		return refinement.check(value) || context.AddError("~refine", schemaPath, instancePath, {
			index,
			message: refinement.error(value)
		});
	});
}
// build/schema/engine/_stack.mjs
const DefaultUri = "urn:typebox:root";
function NextUri(ref, base) {
	return URL.canParse(ref, base) ? new URL(ref, base) : IsEqual(base, "urn:typebox:root") ? new URL(`${base}:${ref}`) : new URL(`${base.slice(0, base.lastIndexOf(":"))}:${ref}`);
}
function Stack(context, schema) {
	const base = IsSchemaObject(schema) && IsId(schema) ? NextUri(schema.$id, DefaultUri).href : DefaultUri;
	return {
		context,
		schema,
		lexicalSchema: schema,
		lexicalBase: base,
		resourceBase: base,
		referenceBase: base,
		ids: [],
		useResourceBaseForReference: true,
		recursiveAnchor: void 0,
		dynamicAnchors: [],
		resourceEntries: new Map(),
		pendingResource: true,
		enteredResource: false
	};
}
function RegisterResourceAnchors(anchors, schema, isRoot = true) {
	if (IsSchemaBoolean(schema)) return anchors;
	if (Array.isArray(schema)) return schema.reduce((result, item) => RegisterResourceAnchors(result, item, false), anchors);
	if (!IsSchemaObject(schema)) return anchors;
	if (!isRoot && IsId(schema)) return anchors;
	const next = !isRoot && IsDynamicAnchor(schema) ? [...anchors, schema] : anchors;
	return Object.keys(schema).reduce((result, key) => RegisterResourceAnchors(result, schema[key], false), next);
}
function ResourceEntry(stack, schema) {
	return stack.resourceEntries.get(schema);
}
function NextEnteredResource(stack, schema) {
	return stack.enteredResource || ResourceEntry(stack, schema) !== void 0;
}
function IsRelativeId(schema) {
	return !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(schema.$id);
}
function NextIds(stack, schema) {
	return IsId(schema) ? [...stack.ids, schema] : stack.ids;
}
function NextRecursiveAnchor(stack, schema) {
	return stack.recursiveAnchor ?? (IsRecursiveAnchorTrue(schema) ? schema : void 0);
}
function NextDynamicAnchors(stack, schema) {
	const registered = IsId(schema) ? RegisterResourceAnchors(stack.dynamicAnchors, schema) : stack.dynamicAnchors;
	return IsDynamicAnchor(schema) ? [...registered, schema] : registered;
}
function NextPendingResource(stack, schema) {
	return IsId(schema) ? false : stack.pendingResource;
}
function NextLexicalBase(stack, schema) {
	const entry = ResourceEntry(stack, schema);
	if (entry) return entry.base;
	return IsId(schema) ? NextUri(schema.$id, stack.lexicalBase).href : stack.lexicalBase;
}
function NextResourceBase(stack, schema) {
	const entry = ResourceEntry(stack, schema);
	if (entry) return entry.base;
	return IsId(schema) && stack.pendingResource ? NextUri(schema.$id, stack.resourceBase).href : stack.resourceBase;
}
function NextUseResourceBaseForReference(stack, schema) {
	return IsId(schema) ? !IsRelativeId(schema) : stack.useResourceBaseForReference;
}
function NextReferenceBase(stack, schema) {
	const isRetrieved = NextEnteredResource(stack, schema);
	const useResourceBaseForReference = NextUseResourceBaseForReference(stack, schema);
	return isRetrieved || useResourceBaseForReference ? NextResourceBase(stack, schema) : NextLexicalBase(stack, schema);
}
function NextLexicalSchema(stack, schema) {
	const entry = ResourceEntry(stack, schema);
	if (entry) return entry.root;
	return IsId(schema) ? schema : stack.lexicalSchema;
}
function HasStackKeywords(stack, schema) {
	return IsSchemaObject(schema) && (IsId(schema) || IsDynamicAnchor(schema) || IsUndefined(stack.recursiveAnchor) && IsRecursiveAnchorTrue(schema) || !IsUndefined(ResourceEntry(stack, schema)));
}
function NextStack(stack, schema) {
	return HasStackKeywords(stack, schema) ? {
		...stack,
		ids: NextIds(stack, schema),
		dynamicAnchors: NextDynamicAnchors(stack, schema),
		recursiveAnchor: NextRecursiveAnchor(stack, schema),
		pendingResource: NextPendingResource(stack, schema),
		lexicalBase: NextLexicalBase(stack, schema),
		resourceBase: NextResourceBase(stack, schema),
		useResourceBaseForReference: NextUseResourceBaseForReference(stack, schema),
		referenceBase: NextReferenceBase(stack, schema),
		lexicalSchema: NextLexicalSchema(stack, schema),
		enteredResource: NextEnteredResource(stack, schema)
	} : stack;
}
// build/schema/engine/_unique.mjs
let index$1 = 0;
function CreateUnique() {
	return `unique_${index$1++}`;
}
function ResetUnique() {
	index$1 = 0;
}
// build/schema/engine/additionalItems.mjs
function IsValid$4(schema) {
	return IsItems(schema) && IsArray(schema.items);
}
function BuildAdditionalItemsStandard(stack, context, schema, value) {
	const [item, index] = [CreateUnique(), CreateUnique()];
	const isSchema = BuildSchemaPushStack(stack, context, schema.additionalItems, item);
	const isLength = IsLessThan(index, Constant(schema.items.length));
	const addIndex = context.AddIndex(index);
	return Every$1(value, Constant(0), [item, index], Or(isLength, And(isSchema, addIndex)));
}
function BuildAdditionalItemsFast(stack, context, schema, value) {
	const [item, index] = [CreateUnique(), CreateUnique()];
	const isSchema = BuildSchemaPushStack(stack, context, schema.additionalItems, item);
	const isLength = IsLessThan(index, Constant(schema.items.length));
	return Every$1(value, Constant(0), [item, index], Or(isLength, isSchema));
}
function BuildAdditionalItems(stack, context, schema, value) {
	if (!IsValid$4(schema)) return Constant(true);
	return context.UseUnevaluated() ? BuildAdditionalItemsStandard(stack, context, schema, value) : BuildAdditionalItemsFast(stack, context, schema, value);
}
function CheckAdditionalItems(stack, context, schema, value) {
	if (!IsValid$4(schema)) return true;
	return Every(value, 0, (item, index) => {
		return IsLessThan$1(index, schema.items.length) || CheckSchemaPushStack(stack, context, schema.additionalItems, item) && context.AddIndex(index);
	});
}
function ErrorAdditionalItems(stack, context, schemaPath, instancePath, schema, value) {
	if (!IsValid$4(schema)) return true;
	return Every(value, 0, (item, index) => {
		const nextSchemaPath = `${schemaPath}/additionalItems`;
		const nextInstancePath = `${instancePath}/${index}`;
		return IsLessThan$1(index, schema.items.length) || ErrorSchemaPushStack(stack, context, nextSchemaPath, nextInstancePath, schema.additionalItems, item) && context.AddIndex(index);
	});
}
// build/schema/engine/_pathing.mjs
function EncodeFragment(fragment) {
	return fragment.replace(/~/g, "~0").replace(/\//g, "~1");
}
// build/schema/engine/_regexp.mjs
function UnicodeRegExp(pattern) {
	return new RegExp(pattern, "u");
}
// build/schema/engine/additionalProperties.mjs
function IsAdditionalPropertiesIgnored(context, additionalProperties) {
	return !context.UseUnevaluated() && (IsEqual(additionalProperties, true) || IsObject(additionalProperties) && IsEqual(Keys(additionalProperties).length, 0));
}
function GetPropertyKeyAsPattern(key) {
	return `^${key.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
}
function GetPropertiesPattern(schema) {
	const patterns = [];
	if (IsPatternProperties(schema)) patterns.push(...Keys(schema.patternProperties));
	if (IsProperties(schema)) patterns.push(...Keys(schema.properties).map(GetPropertyKeyAsPattern));
	return IsEqual(patterns.length, 0) ? "(?!)" : `(${patterns.join("|")})`;
}
function HasExactRequiredProperties(schema) {
	const keys = Keys(schema.properties);
	return IsEqual(keys.length, schema.required.length) && Every(keys, 0, (key) => schema.required.includes(key));
}
function CanAdditionalPropertiesFast(_context, schema, _value) {
	return IsRequired(schema) && IsProperties(schema) && !IsPatternProperties(schema) && IsEqual(schema.additionalProperties, false) && HasExactRequiredProperties(schema);
}
function BuildAdditionalPropertiesFast(_context, schema, value) {
	return IsEqual$1(Member(Call(Member("Object", "getOwnPropertyNames"), [value]), "length"), Constant(schema.required.length));
}
function BuildAdditionalPropertiesStandard(stack, context, schema, value) {
	const [key, _index] = [CreateUnique(), CreateUnique()];
	const regexp = CreateVariable(UnicodeRegExp(GetPropertiesPattern(schema)));
	const isSchema = BuildSchemaPushStack(stack, context, schema.additionalProperties, `${value}[${key}]`);
	const isKey = Call(Member(regexp, "test"), [key]);
	const addKey = context.AddKey(key);
	const guarded = context.UseUnevaluated() ? Or(isKey, And(isSchema, addKey)) : Or(isKey, isSchema);
	return Every$1(Keys$1(value), Constant(0), [key, _index], guarded);
}
function BuildAdditionalProperties(stack, context, schema, value) {
	if (IsAdditionalPropertiesIgnored(context, schema.additionalProperties)) return Constant(true);
	return CanAdditionalPropertiesFast(context, schema, value) ? BuildAdditionalPropertiesFast(context, schema, value) : BuildAdditionalPropertiesStandard(stack, context, schema, value);
}
function CheckAdditionalProperties(stack, context, schema, value) {
	const regexp = UnicodeRegExp(GetPropertiesPattern(schema));
	return Every(Keys(value), 0, (key, _index) => {
		return regexp.test(key) || CheckSchemaPushStack(stack, context, schema.additionalProperties, value[key]) && context.AddKey(key);
	});
}
function ErrorAdditionalProperties(stack, context, schemaPath, instancePath, schema, value) {
	const regexp = UnicodeRegExp(GetPropertiesPattern(schema));
	const additionalProperties = [];
	return EveryAll(Keys(value), 0, (key, _index) => {
		const nextSchemaPath = `${schemaPath}/additionalProperties`;
		const nextInstancePath = `${instancePath}/${EncodeFragment(key)}`;
		const isAdditionalProperty = regexp.test(key) || ErrorSchemaPushStack(stack, context, nextSchemaPath, nextInstancePath, schema.additionalProperties, value[key]) && context.AddKey(key);
		if (!isAdditionalProperty) additionalProperties.push(key);
		return isAdditionalProperty;
	}) || context.AddError("additionalProperties", schemaPath, instancePath, { additionalProperties });
}
// build/schema/engine/_reducer.mjs
function Reducer(stack, context, schemas, value, check) {
	const results = ConstDeclaration("results", "[]");
	const context_n = schemas.map((_schema, index) => ConstDeclaration(`context_${index}`, New("CheckContext", [])));
	const condition_n = schemas.map((schema, index) => ConstDeclaration(`condition_${index}`, Call(ArrowFunction(["context"], BuildSchema(stack, context, schema, value)), [`context_${index}`])));
	const checks = schemas.map((_schema, index) => If(`condition_${index}`, Call(Member("results", "push"), [`context_${index}`])));
	const returns = Return(And(check, context.Merge("results")));
	return Call(ArrowFunction([], Statements([
		results,
		...context_n,
		...condition_n,
		...checks,
		returns
	])), []);
}
// build/schema/engine/allOf.mjs
function BuildAllOfStandard(stack, context, schema, value) {
	return Reducer(stack, context, schema.allOf, value, IsEqual$1(Member("results", "length"), Constant(schema.allOf.length)));
}
function BuildAllOfFast(stack, context, schema, value) {
	return ReduceAnd(schema.allOf.map((schema) => BuildSchema(stack, context, schema, value)));
}
function BuildAllOf(stack, context, schema, value) {
	return context.UseUnevaluated() ? BuildAllOfStandard(stack, context, schema, value) : BuildAllOfFast(stack, context, schema, value);
}
function CheckAllOf(stack, context, schema, value) {
	const results = schema.allOf.reduce((result, schema) => {
		const nextContext = new CheckContext();
		return CheckSchema(stack, nextContext, schema, value) ? [...result, nextContext] : result;
	}, []);
	return IsEqual(results.length, schema.allOf.length) && context.Merge(results);
}
function ErrorAllOf(stack, context, schemaPath, instancePath, schema, value) {
	const failedContexts = [];
	const results = schema.allOf.reduce((result, schema, index) => {
		const nextSchemaPath = `${schemaPath}/allOf/${index}`;
		const nextContext = new ErrorContext();
		const isSchema = ErrorSchema(stack, nextContext, nextSchemaPath, instancePath, schema, value);
		if (!isSchema) failedContexts.push(nextContext);
		return isSchema ? [...result, nextContext] : result;
	}, []);
	const isAllOf = IsEqual(results.length, schema.allOf.length) && context.Merge(results);
	if (!isAllOf) failedContexts.forEach((failed) => context.AddErrors(failed.GetErrors()));
	return isAllOf;
}
// build/schema/engine/anyOf.mjs
function BuildAnyOfStandard(stack, context, schema, value) {
	return Reducer(stack, context, schema.anyOf, value, IsGreaterThan(Member("results", "length"), Constant(0)));
}
function BuildAnyOfFast(stack, context, schema, value) {
	return ReduceOr(schema.anyOf.map((schema) => BuildSchema(stack, context, schema, value)));
}
function BuildAnyOf(stack, context, schema, value) {
	return context.UseUnevaluated() ? BuildAnyOfStandard(stack, context, schema, value) : BuildAnyOfFast(stack, context, schema, value);
}
function CheckAnyOf(stack, context, schema, value) {
	const results = schema.anyOf.reduce((result, schema) => {
		const nextContext = new CheckContext();
		return CheckSchema(stack, nextContext, schema, value) ? [...result, nextContext] : result;
	}, []);
	return IsGreaterThan$1(results.length, 0) && context.Merge(results);
}
function ErrorAnyOf(stack, context, schemaPath, instancePath, schema, value) {
	const failedContexts = [];
	const results = schema.anyOf.reduce((result, schema, index) => {
		const nextContext = new ErrorContext();
		const isSchema = ErrorSchema(stack, nextContext, `${schemaPath}/anyOf/${index}`, instancePath, schema, value);
		if (!isSchema) failedContexts.push(nextContext);
		return isSchema ? [...result, nextContext] : result;
	}, []);
	const isAnyOf = IsGreaterThan$1(results.length, 0) && context.Merge(results);
	if (!isAnyOf) failedContexts.forEach((failed) => context.AddErrors(failed.GetErrors()));
	return isAnyOf || context.AddError("anyOf", schemaPath, instancePath, {});
}
// build/schema/engine/boolean.mjs
function BuildSchemaBoolean(_stack, _context, schema, _value) {
	return schema ? Constant(true) : Constant(false);
}
function CheckSchemaBoolean(_stack, _context, schema, _value) {
	return schema;
}
function ErrorSchemaBoolean(stack, context, schemaPath, instancePath, schema, value) {
	return CheckSchemaBoolean(stack, context, schema, value) || context.AddError("boolean", schemaPath, instancePath, {});
}
// build/schema/engine/const.mjs
function BuildConst(_stack, _context, schema, value) {
	return IsValueLike(schema.const) ? IsEqual$1(value, Constant(schema.const)) : IsDeepEqual(value, CreateVariable(schema.const));
}
function CheckConst(_stack, _context, schema, value) {
	return IsValueLike(schema.const) ? IsEqual(value, schema.const) : IsDeepEqual$1(value, schema.const);
}
function ErrorConst(stack, context, schemaPath, instancePath, schema, value) {
	return CheckConst(stack, context, schema, value) || context.AddError("const", schemaPath, instancePath, { allowedValue: schema.const });
}
// build/schema/engine/contains.mjs
function IsValid$3(schema) {
	return !(IsMinContains(schema) && IsEqual(schema.minContains, 0));
}
function BuildContainsStandard(stack, context, schema, value) {
	const [item, index] = [CreateUnique(), CreateUnique()];
	const isLength = Not(IsEqual$1(Member(value, "length"), Constant(0)));
	const isSome = SomeAll(value, [item, index], And(BuildSchema(stack, context, schema.contains, item), context.AddIndex(index)));
	return And(isLength, isSome);
}
function BuildContainsFast(stack, context, schema, value) {
	const [item] = [CreateUnique()];
	const isLength = Not(IsEqual$1(Member(value, "length"), Constant(0)));
	const isSome = Some$1(value, [item, "_"], BuildSchema(stack, context, schema.contains, item));
	return And(isLength, isSome);
}
function BuildContains(stack, context, schema, value) {
	if (!IsValid$3(schema)) return Constant(true);
	return context.UseUnevaluated() ? BuildContainsStandard(stack, context, schema, value) : BuildContainsFast(stack, context, schema, value);
}
function CheckContains(stack, context, schema, value) {
	if (!IsValid$3(schema)) return true;
	return !IsEqual(value.length, 0) && SomeAll$1(value, (item, index) => {
		return CheckSchema(stack, context, schema.contains, item) && context.AddIndex(index);
	});
}
function ErrorContains(stack, context, schemaPath, instancePath, schema, value) {
	return CheckContains(stack, context, schema, value) || context.AddError("contains", schemaPath, instancePath, { minContains: 1 });
}
// build/schema/engine/dependencies.mjs
function BuildDependencies(stack, context, schema, value) {
	const isLength = IsEqual$1(Member(Keys$1(value), "length"), Constant(0));
	const isEveryDependency = ReduceAnd(Entries(schema.dependencies).map(([key, schema]) => {
		const notKey = Not(HasPropertyKey$1(value, Constant(key)));
		const isSchema = BuildSchema(stack, context, schema, value);
		const isEveryKey = (schema) => ReduceAnd(schema.map((key) => HasPropertyKey$1(value, Constant(key))));
		return Or(notKey, IsArray(schema) ? isEveryKey(schema) : isSchema);
	}));
	return Or(isLength, isEveryDependency);
}
function CheckDependencies(stack, context, schema, value) {
	const isLength = IsEqual(Keys(value).length, 0);
	const isEvery = Every(Entries(schema.dependencies), 0, ([key, schema]) => {
		return !HasPropertyKey(value, key) || (IsArray(schema) ? schema.every((key) => HasPropertyKey(value, key)) : CheckSchema(stack, context, schema, value));
	});
	return isLength || isEvery;
}
function ErrorDependencies(stack, context, schemaPath, instancePath, schema, value) {
	const isLength = IsEqual(Keys(value).length, 0);
	const isEvery = EveryAll(Entries(schema.dependencies), 0, ([key, schema]) => {
		const nextSchemaPath = `${schemaPath}/dependencies/${EncodeFragment(key)}`;
		return !HasPropertyKey(value, key) || (IsArray(schema) ? schema.every((dependency) => HasPropertyKey(value, dependency) || context.AddError("dependencies", schemaPath, instancePath, {
			property: key,
			dependencies: schema
		})) : ErrorSchema(stack, context, nextSchemaPath, instancePath, schema, value));
	});
	return isLength || isEvery;
}
// build/schema/engine/dependentRequired.mjs
function BuildDependentRequired(_stack, _context, schema, value) {
	const isLength = IsEqual$1(Member(Keys$1(value), "length"), Constant(0));
	const isEvery = ReduceAnd(Entries(schema.dependentRequired).map(([key, keys]) => {
		const notKey = Not(HasPropertyKey$1(value, Constant(key)));
		const everyKey = ReduceAnd(keys.map((key) => HasPropertyKey$1(value, Constant(key))));
		return Or(notKey, everyKey);
	}));
	return Or(isLength, isEvery);
}
function CheckDependentRequired(_stack, _context, schema, value) {
	const isLength = IsEqual(Keys(value).length, 0);
	const isEvery = Every(Entries(schema.dependentRequired), 0, ([key, keys]) => {
		return !HasPropertyKey(value, key) || keys.every((key) => HasPropertyKey(value, key));
	});
	return isLength || isEvery;
}
function ErrorDependentRequired(_stack, context, schemaPath, instancePath, schema, value) {
	const isLength = IsEqual(Keys(value).length, 0);
	const isEveryEntry = EveryAll(Entries(schema.dependentRequired), 0, ([key, keys]) => {
		return !HasPropertyKey(value, key) || EveryAll(keys, 0, (dependency) => HasPropertyKey(value, dependency) || context.AddError("dependentRequired", schemaPath, instancePath, {
			property: key,
			dependencies: keys
		}));
	});
	return isLength || isEveryEntry;
}
// build/schema/engine/dependentSchemas.mjs
function BuildDependentSchemas(stack, context, schema, value) {
	const isLength = IsEqual$1(Member(Keys$1(value), "length"), Constant(0));
	const isEvery = ReduceAnd(Entries(schema.dependentSchemas).map(([key, schema]) => {
		const notKey = Not(HasPropertyKey$1(value, Constant(key)));
		const isSchema = BuildSchema(stack, context, schema, value);
		return Or(notKey, isSchema);
	}));
	return Or(isLength, isEvery);
}
function CheckDependentSchemas(stack, context, schema, value) {
	const isLength = IsEqual(Keys(value).length, 0);
	const isEvery = Every(Entries(schema.dependentSchemas), 0, ([key, schema]) => {
		return !HasPropertyKey(value, key) || CheckSchema(stack, context, schema, value);
	});
	return isLength || isEvery;
}
function ErrorDependentSchemas(stack, context, schemaPath, instancePath, schema, value) {
	const isLength = IsEqual(Keys(value).length, 0);
	const isEvery = EveryAll(Entries(schema.dependentSchemas), 0, ([key, schema]) => {
		const nextSchemaPath = `${schemaPath}/dependentSchemas/${EncodeFragment(key)}`;
		return !HasPropertyKey(value, key) || ErrorSchema(stack, context, nextSchemaPath, instancePath, schema, value);
	});
	return isLength || isEvery;
}
// build/schema/pointer/pointer.mjs
var pointer_exports = __exportAll({
	Delete: () => Delete,
	Get: () => Get,
	Has: () => Has,
	Indices: () => Indices,
	Set: () => Set$1
});
function Throw(message) {
	throw Error(message);
}
function ThrowUnsafePropertyKey() {
	Throw("Pointer contains unsafe property key");
}
function ThrowCannotSetRoot() {
	Throw("Cannot set value");
}
function Indices(pointer) {
	const indices = pointer.split("/").map((index) => index.replace(/~1/g, "/").replace(/~0/g, "~"));
	return indices[0] === "" ? indices.slice(1) : indices;
}
function Has(value, pointer) {
	let current = value;
	for (const index of Indices(pointer)) {
		if (!IsObject(current) || !HasPropertyKey(current, index)) return false;
		current = current[index];
	}
	return true;
}
function Get(value, pointer) {
	let current = value;
	for (const index of Indices(pointer)) {
		if (!IsObject(current) || IsUnsafePropertyKey(index)) return void 0;
		current = current[index];
	}
	return current;
}
function Parent(value, indices, last) {
	let current = value;
	for (const index of indices) {
		if (IsUnsafePropertyKey(index)) ThrowUnsafePropertyKey();
		current = IsObject(current) ? current[index] : void 0;
	}
	if (IsUnsafePropertyKey(last)) ThrowUnsafePropertyKey();
	if (!IsObject(current)) ThrowCannotSetRoot();
	return current;
}
function Set$1(value, pointer, next) {
	const indices = Indices(pointer);
	const last = indices.pop();
	if (IsUndefined(last)) ThrowCannotSetRoot();
	Parent(value, indices, last)[last] = next;
	return value;
}
function Delete(value, pointer) {
	const indices = Indices(pointer);
	const last = indices.pop();
	if (IsUndefined(last)) ThrowCannotSetRoot();
	const parent = Parent(value, indices, last);
	if (IsArray(parent) && /^(0|[1-9]\d*)$/.test(last)) parent.splice(Number(last), 1);
	else delete parent[last];
	return value;
}
// build/schema/resolve/resolve.mjs
var resolve_exports = __exportAll({
	DynamicRef: () => DynamicRef,
	RecursiveRef: () => RecursiveRef,
	Ref: () => Ref
});
function RelativeBase(schema, base) {
	return IsSchemaObject(schema) && IsId(schema) ? NextUri(schema.$id, base.href) : base;
}
function AbsoluteBase(base) {
	return NextUri(base, DefaultUri);
}
function CanonicalHref(url) {
	return url.href.split("#")[0];
}
function Base(schema, base, target) {
	return SearchBase(schema, AbsoluteBase(base), target);
}
function RefRoot(stack, ref) {
	return ref.$ref.startsWith("#") || stack.enteredResource ? stack.lexicalSchema : stack.schema;
}
function IsPointerFragment(fragment) {
	return fragment.startsWith("#/");
}
function SearchDynamicAnchor(schema, name) {
	if (IsObject(schema) && IsDynamicAnchor(schema) && IsEqual(schema.$dynamicAnchor, name)) return schema;
	if (IsObject(schema)) for (const key of Keys(schema)) {
		const result = SearchDynamicAnchor(schema[key], name);
		if (result) return result;
	}
}
function SearchBase(schema, base, target) {
	if (IsEqual(schema, target)) return base.href;
	const nextBase = RelativeBase(schema, base);
	if (IsArray(schema)) for (const item of schema) {
		const result = SearchBase(item, nextBase, target);
		if (!IsUndefined(result)) return result;
	}
	else if (IsObject(schema)) for (const key of Keys(schema)) {
		const result = SearchBase(schema[key], nextBase, target);
		if (!IsUndefined(result)) return result;
	}
}
function MatchWithHash(schema, ref) {
	if (ref.href.endsWith("#")) return schema;
	if (!ref.hash.startsWith("#")) return void 0;
	const fragment = decodeURIComponent(ref.hash.slice(1));
	if (!fragment.startsWith("/")) return void 0;
	return Get(schema, fragment);
}
function MatchWithId(schema, base, ref) {
	if (!IsId(schema)) return void 0;
	if (IsEqual(schema.$id, ref.hash)) return schema;
	const absoluteRef = new URL(ref.href, base.href);
	if (IsEqual(base.pathname, absoluteRef.pathname)) return ref.hash.startsWith("#") ? MatchWithHash(schema, ref) : schema;
}
function MatchWithAnchor(schema, base, ref) {
	if (!IsAnchor(schema)) return void 0;
	const absoluteAnchor = new URL(`#${schema.$anchor}`, base.href);
	const absoluteRef = new URL(ref.href, base.href);
	return IsEqual(absoluteAnchor.href, absoluteRef.href) ? schema : void 0;
}
function MatchWithDynamicAnchor(schema, base, ref) {
	if (!IsDynamicAnchor(schema)) return void 0;
	const absoluteAnchor = new URL(`#${schema.$dynamicAnchor}`, base.href);
	const absoluteRef = new URL(ref.href, base.href);
	return IsEqual(absoluteAnchor.href, absoluteRef.href) ? schema : void 0;
}
function MatchSchemaObject(schema, base, ref) {
	if (!IsSchemaObject(schema)) return void 0;
	return MatchWithId(schema, base, ref) ?? MatchWithAnchor(schema, base, ref) ?? MatchWithDynamicAnchor(schema, base, ref) ?? MatchWithHash(schema, ref);
}
function MatchFromArray(schema, base, ref) {
	if (!IsArray(schema)) return void 0;
	return schema.reduce((result, item) => {
		const match = Match(item, base, ref);
		return !IsUndefined(match) ? match : result;
	}, void 0);
}
function MatchFromObject(schema, base, ref) {
	if (!IsObject(schema)) return void 0;
	return Keys(schema).reduce((result, key) => {
		if (IsEqual(key, "const") || IsEqual(key, "enum")) return result;
		const match = Match(schema[key], base, ref);
		return !IsUndefined(match) ? match : result;
	}, void 0);
}
function Match(schema, base, ref) {
	const relativeBase = RelativeBase(schema, base);
	return MatchSchemaObject(schema, relativeBase, ref) ?? MatchFromArray(schema, relativeBase, ref) ?? MatchFromObject(schema, relativeBase, ref);
}
function Resource(context, schema, base, ref) {
	const result = RefInternal(context, schema, base, ref);
	return IsSchemaObject(result) && IsId(result) ? result : void 0;
}
function FindDeferredResourceLegacy(stack, ref, schema) {
	if (!ref.$ref.startsWith("#")) return void 0;
	if (!IsSchemaObject(stack.schema) || HasPropertyKey(stack.schema, "$schema")) return void 0;
	const targetBase = Base(stack.lexicalSchema, stack.referenceBase, schema);
	if (IsUndefined(targetBase) || IsEqual(targetBase, stack.referenceBase)) return void 0;
	return {
		target: schema,
		base: targetBase,
		root: stack.lexicalSchema
	};
}
function FindDeferredResourceModern(stack, canonical, schema) {
	const remoteRoot = stack.context[canonical];
	if (!IsSchemaObject(remoteRoot)) return void 0;
	return {
		target: schema,
		base: canonical,
		root: remoteRoot
	};
}
function FindDeferredResource(stack, ref, schema, canonical, isRemote) {
	const remote = isRemote ? FindDeferredResourceModern(stack, canonical, schema) : void 0;
	return IsUndefined(remote) ? FindDeferredResourceLegacy(stack, ref, schema) : remote;
}
function FindResolvedResource(stack, canonical, schema) {
	if (IsId(schema)) return void 0;
	const resource = Resource(stack.context, stack.schema, stack.referenceBase, canonical);
	if (!resource || stack.ids.includes(resource)) return void 0;
	return { resource };
}
function RefInternalWithContext(context, ref) {
	return HasPropertyKey(context, ref) ? context[ref] : void 0;
}
function RefInternalWithLocal(schema, base, ref) {
	return Match(schema, base, ref);
}
function RefInternalWithRemote(context, base, ref) {
	const canonicalHref = CanonicalHref(ref);
	if (!HasPropertyKey(context, canonicalHref) || IsEqual(canonicalHref, CanonicalHref(base))) return void 0;
	const remoteSchema = context[canonicalHref];
	const remoteBase = RelativeBase(remoteSchema, new URL(canonicalHref));
	return IsEqual(ref.hash, "") ? remoteSchema : Match(remoteSchema, remoteBase, ref);
}
function RefInternal(context, schema, base, ref) {
	const absoluteBase = AbsoluteBase(base);
	const target = NextUri(ref, absoluteBase.href);
	return RefInternalWithContext(context, ref) ?? RefInternalWithLocal(schema, absoluteBase, target) ?? RefInternalWithRemote(context, absoluteBase, target);
}
function RefNextStackDeferred(stack, deferredResource) {
	if (!deferredResource) return stack;
	const resourceEntries = new Map(stack.resourceEntries);
	resourceEntries.set(deferredResource.target, {
		base: deferredResource.base,
		root: deferredResource.root
	});
	return {
		...stack,
		resourceEntries
	};
}
function RefNextStackResolved(stack, resolvedResource) {
	return resolvedResource ? NextStack(stack, resolvedResource.resource) : stack;
}
function RefNextStack(stack, pendingResource, deferredResource, resolvedResource) {
	return RefNextStackResolved(RefNextStackDeferred({
		...stack,
		pendingResource
	}, deferredResource), resolvedResource);
}
function RefResultFound(stack, ref, schema) {
	const canonical = CanonicalHref(NextUri(ref.$ref, stack.referenceBase));
	const isRemote = !IsEqual(canonical, stack.resourceBase);
	return {
		schema,
		stack: RefNextStack(stack, true, FindDeferredResource(stack, ref, schema, canonical, isRemote), isRemote ? FindResolvedResource(stack, canonical, schema) : void 0)
	};
}
function RefResultNotFound(stack, schema) {
	return {
		schema,
		stack: RefNextStack(stack, !IsUndefined(schema))
	};
}
function Ref(stack, ref) {
	const schema = RefInternal(stack.context, RefRoot(stack, ref), stack.referenceBase, ref.$ref);
	return IsSchemaObject(schema) ? RefResultFound(stack, ref, schema) : RefResultNotFound(stack, schema);
}
function IsRecursiveAnchorInScope(stack) {
	return IsSchemaObject(stack.lexicalSchema) && IsRecursiveAnchorTrue(stack.lexicalSchema);
}
function RecursiveRef(stack, recursiveRef) {
	const schema = IsRecursiveAnchorInScope(stack) ? stack.recursiveAnchor : stack.lexicalSchema;
	return RefInternal(stack.context, schema, stack.lexicalBase, recursiveRef.$recursiveRef);
}
function DynamicRefFragment(stack, dynamicRef) {
	return NextUri(dynamicRef.$dynamicRef, AbsoluteBase(stack.lexicalBase).href).hash;
}
function FindScopedDynamicAnchor(stack, name) {
	return stack.dynamicAnchors.find((anchor) => IsEqual(anchor.$dynamicAnchor, name)) ?? SearchDynamicAnchor(stack.schema, name);
}
function DynamicRefWhenFound(stack, dynamicRef, fragmentTarget) {
	if (!IsSchemaObject(fragmentTarget) || !IsDynamicAnchor(fragmentTarget)) return fragmentTarget;
	return IsPointerFragment(DynamicRefFragment(stack, dynamicRef)) ? fragmentTarget : FindScopedDynamicAnchor(stack, fragmentTarget.$dynamicAnchor);
}
function DynamicRefWhenNotFound(stack, dynamicRef) {
	const fragment = DynamicRefFragment(stack, dynamicRef);
	return FindScopedDynamicAnchor(stack, decodeURIComponent(fragment.slice(1)));
}
function DynamicRef(stack, dynamicRef) {
	const fragmentRoot = dynamicRef.$dynamicRef.startsWith("#") ? stack.lexicalSchema : stack.schema;
	const fragmentTarget = RefInternal(stack.context, fragmentRoot, stack.lexicalBase, dynamicRef.$dynamicRef);
	return IsUndefined(fragmentTarget) ? DynamicRefWhenNotFound(stack, dynamicRef) : DynamicRefWhenFound(stack, dynamicRef, fragmentTarget);
}
// build/schema/engine/dynamicRef.mjs
function BuildDynamicRef(stack, context, schema, value) {
	const target = DynamicRef(stack, schema) ?? false;
	return CreateFunction(target ? {
		...stack,
		pendingResource: true
	} : stack, context, target, value);
}
function CheckDynamicRef(stack, context, schema, value) {
	const target = DynamicRef(stack, schema) ?? false;
	const nextStack = target ? {
		...stack,
		pendingResource: true
	} : stack;
	return IsSchema(target) && CheckSchema(nextStack, context, target, value);
}
function ErrorDynamicRef(stack, context, schemaPath, instancePath, schema, value) {
	const target = DynamicRef(stack, schema) ?? false;
	const nextStack = target ? {
		...stack,
		pendingResource: true
	} : stack;
	return IsSchema(target) && ErrorSchema(nextStack, context, schemaPath, instancePath, target, value);
}
// build/schema/engine/enum.mjs
function BuildEnum(_stack, _context, schema, value) {
	return ReduceOr(schema.enum.map((option) => {
		if (IsValueLike(option)) return IsEqual$1(value, Constant(option));
		const variable = CreateVariable(option);
		return IsDeepEqual(value, variable);
	}));
}
function CheckEnum(_stack, _context, schema, value) {
	return Some(schema.enum, (option) => IsValueLike(option) ? IsEqual(value, option) : IsDeepEqual$1(value, option));
}
function ErrorEnum(stack, context, schemaPath, instancePath, schema, value) {
	return CheckEnum(stack, context, schema, value) || context.AddError("enum", schemaPath, instancePath, { allowedValues: schema.enum });
}
// build/schema/engine/exclusiveMaximum.mjs
function BuildExclusiveMaximum(_stack, _context, schema, value) {
	return IsLessThan(value, Constant(schema.exclusiveMaximum));
}
function CheckExclusiveMaximum(_stack, _context, schema, value) {
	return IsLessThan$1(value, schema.exclusiveMaximum);
}
function ErrorExclusiveMaximum(stack, context, schemaPath, instancePath, schema, value) {
	return CheckExclusiveMaximum(stack, context, schema, value) || context.AddError("exclusiveMaximum", schemaPath, instancePath, {
		comparison: "<",
		limit: schema.exclusiveMaximum
	});
}
// build/schema/engine/exclusiveMinimum.mjs
function BuildExclusiveMinimum(_stack, _context, schema, value) {
	return IsGreaterThan(value, Constant(schema.exclusiveMinimum));
}
function CheckExclusiveMinimum(_stack, _context, schema, value) {
	return IsGreaterThan$1(value, schema.exclusiveMinimum);
}
function ErrorExclusiveMinimum(stack, context, schemaPath, instancePath, schema, value) {
	return CheckExclusiveMinimum(stack, context, schema, value) || context.AddError("exclusiveMinimum", schemaPath, instancePath, {
		comparison: ">",
		limit: schema.exclusiveMinimum
	});
}
// build/schema/engine/format.mjs
function BuildFormat(_stack, _context, schema, value) {
	return Has$1(schema.format) ? Call(CreateVariable(Get$3(schema.format)), [value]) : Constant(true);
}
function CheckFormat(_stack, _context, schema, value) {
	return Test(schema.format, value);
}
function ErrorFormat(stack, context, schemaPath, instancePath, schema, value) {
	return CheckFormat(stack, context, schema, value) || context.AddError("format", schemaPath, instancePath, { format: schema.format });
}
// build/schema/engine/if.mjs
function BuildIf(stack, context, schema, value) {
	const thenSchema = IsThen(schema) ? schema.then : true;
	const elseSchema = IsElse(schema) ? schema.else : true;
	return Ternary(BuildSchema(stack, context, schema.if, value), BuildSchema(stack, context, thenSchema, value), BuildSchema(stack, context, elseSchema, value));
}
function CheckIf(stack, context, schema, value) {
	const thenSchema = IsThen(schema) ? schema.then : true;
	const elseSchema = IsElse(schema) ? schema.else : true;
	return CheckSchema(stack, context, schema.if, value) ? CheckSchema(stack, context, thenSchema, value) : CheckSchema(stack, context, elseSchema, value);
}
function ErrorIf(stack, context, schemaPath, instancePath, schema, value) {
	const thenSchema = IsThen(schema) ? schema.then : true;
	const elseSchema = IsElse(schema) ? schema.else : true;
	const trueContext = new ErrorContext();
	const isIf = ErrorSchema(stack, trueContext, `${schemaPath}/if`, instancePath, schema.if, value) ? ErrorSchema(stack, trueContext, `${schemaPath}/then`, instancePath, thenSchema, value) || context.AddError("if", schemaPath, instancePath, { failingKeyword: "then" }) : ErrorSchema(stack, context, `${schemaPath}/else`, instancePath, elseSchema, value) || context.AddError("if", schemaPath, instancePath, { failingKeyword: "else" });
	if (isIf) context.Merge([trueContext]);
	return isIf;
}
// build/schema/engine/items.mjs
function BuildItemsSizedStandard(stack, context, schema, value) {
	return ReduceAnd(schema.items.map((schema, index) => {
		const isLength = IsLessEqualThan(Member(value, "length"), Constant(index));
		const isSchema = BuildSchemaPushStack(stack, context, schema, `${value}[${index}]`);
		const addIndex = context.AddIndex(Constant(index));
		return Or(isLength, And(isSchema, addIndex));
	}));
}
function BuildItemsSizedFast(stack, context, schema, value) {
	return ReduceAnd(schema.items.map((schema, index) => {
		const isLength = IsLessEqualThan(Member(value, "length"), Constant(index));
		const isSchema = BuildSchemaPushStack(stack, context, schema, `${value}[${index}]`);
		return Or(isLength, isSchema);
	}));
}
function BuildItemsSized(stack, context, schema, value) {
	return context.UseUnevaluated() ? BuildItemsSizedStandard(stack, context, schema, value) : BuildItemsSizedFast(stack, context, schema, value);
}
function CheckItemsSized(stack, context, schema, value) {
	return Every(schema.items, 0, (schema, index) => {
		return IsLessEqualThan$1(value.length, index) || CheckSchemaPushStack(stack, context, schema, value[index]) && context.AddIndex(index);
	});
}
function ErrorItemsSized(stack, context, schemaPath, instancePath, schema, value) {
	return EveryAll(schema.items, 0, (schema, index) => {
		const nextSchemaPath = `${schemaPath}/items/${index}`;
		const nextInstancePath = `${instancePath}/${index}`;
		return IsLessEqualThan$1(value.length, index) || ErrorSchemaPushStack(stack, context, nextSchemaPath, nextInstancePath, schema, value[index]) && context.AddIndex(index);
	});
}
function BuildItemsUnsizedStandard(stack, context, schema, value) {
	const offset = IsPrefixItems(schema) ? schema.prefixItems.length : 0;
	const [item] = [CreateUnique()];
	const isSchema = BuildSchemaPushStack(stack, context, schema.items, item);
	const addIndex = context.AddIndex("index");
	return Every$1(value, Constant(offset), [item, "index"], And(isSchema, addIndex));
}
function BuildItemsUnsizedFast(stack, context, schema, value) {
	const offset = IsPrefixItems(schema) ? schema.prefixItems.length : 0;
	const [item] = [CreateUnique()];
	const isSchema = BuildSchemaPushStack(stack, context, schema.items, item);
	return Every$1(value, Constant(offset), [item, "index"], isSchema);
}
function BuildItemsUnsized(stack, context, schema, value) {
	return context.UseUnevaluated() ? BuildItemsUnsizedStandard(stack, context, schema, value) : BuildItemsUnsizedFast(stack, context, schema, value);
}
function CheckItemsUnsized(stack, context, schema, value) {
	const offset = IsPrefixItems(schema) ? schema.prefixItems.length : 0;
	return Every(value, offset, (element, index) => {
		return CheckSchemaPushStack(stack, context, schema.items, element) && context.AddIndex(index);
	});
}
function ErrorItemsUnsized(stack, context, schemaPath, instancePath, schema, value) {
	const offset = IsPrefixItems(schema) ? schema.prefixItems.length : 0;
	return EveryAll(value, offset, (element, index) => {
		return ErrorSchemaPushStack(stack, context, `${schemaPath}/items`, `${instancePath}/${index}`, schema.items, element) && context.AddIndex(index);
	});
}
function BuildItems(stack, context, schema, value) {
	return IsItemsSized(schema) ? BuildItemsSized(stack, context, schema, value) : BuildItemsUnsized(stack, context, schema, value);
}
function CheckItems(stack, context, schema, value) {
	return IsItemsSized(schema) ? CheckItemsSized(stack, context, schema, value) : CheckItemsUnsized(stack, context, schema, value);
}
function ErrorItems(stack, context, schemaPath, instancePath, schema, value) {
	return IsItemsSized(schema) ? ErrorItemsSized(stack, context, schemaPath, instancePath, schema, value) : ErrorItemsUnsized(stack, context, schemaPath, instancePath, schema, value);
}
// build/schema/engine/maxContains.mjs
function IsValid$2(schema) {
	return IsContains(schema);
}
function BuildMaxContains(stack, context, schema, value) {
	if (!IsValid$2(schema)) return Constant(true);
	const [item] = [CreateUnique()];
	const count = Counted(value, [item, "_"], BuildSchema(stack, context, schema.contains, item));
	return IsLessEqualThan(count, Constant(schema.maxContains));
}
function CheckMaxContains(stack, context, schema, value) {
	if (!IsValid$2(schema)) return true;
	const count = Counted$1(value, (item) => CheckSchema(stack, context, schema.contains, item));
	return IsLessEqualThan$1(count, schema.maxContains);
}
function ErrorMaxContains(stack, context, schemaPath, instancePath, schema, value) {
	const minContains = IsMinContains(schema) ? schema.minContains : 1;
	return CheckMaxContains(stack, context, schema, value) || context.AddError("contains", schemaPath, instancePath, {
		minContains,
		maxContains: schema.maxContains
	});
}
// build/schema/engine/maximum.mjs
function BuildMaximum(_stack, _context, schema, value) {
	return IsLessEqualThan(value, Constant(schema.maximum));
}
function CheckMaximum(_stack, _context, schema, value) {
	return IsLessEqualThan$1(value, schema.maximum);
}
function ErrorMaximum(stack, context, schemaPath, instancePath, schema, value) {
	return CheckMaximum(stack, context, schema, value) || context.AddError("maximum", schemaPath, instancePath, {
		comparison: "<=",
		limit: schema.maximum
	});
}
// build/schema/engine/maxItems.mjs
function BuildMaxItems(_stack, _context, schema, value) {
	return IsLessEqualThan(Member(value, "length"), Constant(schema.maxItems));
}
function CheckMaxItems(_stack, _context, schema, value) {
	return IsLessEqualThan$1(value.length, schema.maxItems);
}
function ErrorMaxItems(stack, context, schemaPath, instancePath, schema, value) {
	return CheckMaxItems(stack, context, schema, value) || context.AddError("maxItems", schemaPath, instancePath, { limit: schema.maxItems });
}
// build/schema/engine/maxLength.mjs
function BuildMaxLength(_stack, _context, schema, value) {
	return IsMaxLength$1(value, Constant(schema.maxLength));
}
function CheckMaxLength(_stack, _context, schema, value) {
	return IsMaxLength$2(value, schema.maxLength);
}
function ErrorMaxLength(stack, context, schemaPath, instancePath, schema, value) {
	return CheckMaxLength(stack, context, schema, value) || context.AddError("maxLength", schemaPath, instancePath, { limit: schema.maxLength });
}
// build/schema/engine/maxProperties.mjs
function BuildMaxProperties(_stack, _context, schema, value) {
	return IsLessEqualThan(Member(Keys$1(value), "length"), Constant(schema.maxProperties));
}
function CheckMaxProperties(_stack, _context, schema, value) {
	return IsLessEqualThan$1(Keys(value).length, schema.maxProperties);
}
function ErrorMaxProperties(stack, context, schemaPath, instancePath, schema, value) {
	return CheckMaxProperties(stack, context, schema, value) || context.AddError("maxProperties", schemaPath, instancePath, { limit: schema.maxProperties });
}
// build/schema/engine/minContains.mjs
function IsValid$1(schema) {
	return IsContains(schema);
}
function BuildMinContainsStandard(stack, context, schema, value) {
	const [item, index] = [CreateUnique(), CreateUnique()];
	const count = Counted(value, [item, index], And(BuildSchema(stack, context, schema.contains, item), context.AddIndex(index)));
	return IsGreaterEqualThan(count, Constant(schema.minContains));
}
function BuildMinContainsFast(stack, context, schema, value) {
	const [item] = [CreateUnique()];
	const count = Counted(value, [item, "_"], BuildSchema(stack, context, schema.contains, item));
	return IsGreaterEqualThan(count, Constant(schema.minContains));
}
function BuildMinContains(stack, context, schema, value) {
	if (!IsValid$1(schema)) return Constant(true);
	return context.UseUnevaluated() ? BuildMinContainsStandard(stack, context, schema, value) : BuildMinContainsFast(stack, context, schema, value);
}
function CheckMinContains(stack, context, schema, value) {
	if (!IsValid$1(schema)) return true;
	const count = Counted$1(value, (item, index) => CheckSchema(stack, context, schema.contains, item) && context.AddIndex(index));
	return IsGreaterEqualThan$1(count, schema.minContains);
}
function ErrorMinContains(stack, context, schemaPath, instancePath, schema, value) {
	return CheckMinContains(stack, context, schema, value) || context.AddError("contains", schemaPath, instancePath, { minContains: schema.minContains });
}
// build/schema/engine/minimum.mjs
function BuildMinimum(_stack, _context, schema, value) {
	return IsGreaterEqualThan(value, Constant(schema.minimum));
}
function CheckMinimum(_stack, _context, schema, value) {
	return IsGreaterEqualThan$1(value, schema.minimum);
}
function ErrorMinimum(stack, context, schemaPath, instancePath, schema, value) {
	return CheckMinimum(stack, context, schema, value) || context.AddError("minimum", schemaPath, instancePath, {
		comparison: ">=",
		limit: schema.minimum
	});
}
// build/schema/engine/minItems.mjs
function BuildMinItems(_stack, _context, schema, value) {
	return IsGreaterEqualThan(Member(value, "length"), Constant(schema.minItems));
}
function CheckMinItems(_stack, _context, schema, value) {
	return IsGreaterEqualThan$1(value.length, schema.minItems);
}
function ErrorMinItems(stack, context, schemaPath, instancePath, schema, value) {
	return CheckMinItems(stack, context, schema, value) || context.AddError("minItems", schemaPath, instancePath, { limit: schema.minItems });
}
// build/schema/engine/minLength.mjs
function BuildMinLength(_stack, _context, schema, value) {
	return IsMinLength$1(value, Constant(schema.minLength));
}
function CheckMinLength(_stack, _context, schema, value) {
	return IsMinLength$2(value, schema.minLength);
}
function ErrorMinLength(stack, context, schemaPath, instancePath, schema, value) {
	return CheckMinLength(stack, context, schema, value) || context.AddError("minLength", schemaPath, instancePath, { limit: schema.minLength });
}
// build/schema/engine/minProperties.mjs
function BuildMinProperties(_stack, _context, schema, value) {
	return IsGreaterEqualThan(Member(Keys$1(value), "length"), Constant(schema.minProperties));
}
function CheckMinProperties(_stack, _context, schema, value) {
	return IsGreaterEqualThan$1(Keys(value).length, schema.minProperties);
}
function ErrorMinProperties(stack, context, schemaPath, instancePath, schema, value) {
	return CheckMinProperties(stack, context, schema, value) || context.AddError("minProperties", schemaPath, instancePath, { limit: schema.minProperties });
}
// build/schema/engine/multipleOf.mjs
function BuildMultipleOf(_stack, _context, schema, value) {
	return MultipleOf(value, Constant(schema.multipleOf));
}
function CheckMultipleOf(_stack, _context, schema, value) {
	return IsMultipleOf$1(value, schema.multipleOf);
}
function ErrorMultipleOf(stack, context, schemaPath, instancePath, schema, value) {
	return CheckMultipleOf(stack, context, schema, value) || context.AddError("multipleOf", schemaPath, instancePath, { multipleOf: schema.multipleOf });
}
// build/schema/engine/not.mjs
function BuildNotStandard(stack, context, schema, value) {
	return Reducer(stack, context, [schema.not], value, Not(IsEqual$1(Member("results", "length"), Constant(1))));
}
function BuildNotFast(stack, context, schema, value) {
	return Not(BuildSchema(stack, context, schema.not, value));
}
function BuildNot(stack, context, schema, value) {
	return context.UseUnevaluated() ? BuildNotStandard(stack, context, schema, value) : BuildNotFast(stack, context, schema, value);
}
function CheckNot(stack, context, schema, value) {
	const nextContext = new CheckContext();
	return !CheckSchema(stack, nextContext, schema.not, value) && context.Merge([nextContext]);
}
function ErrorNot(stack, context, schemaPath, instancePath, schema, value) {
	return CheckNot(stack, context, schema, value) || context.AddError("not", schemaPath, instancePath, {});
}
// build/schema/engine/oneOf.mjs
function BuildOneOfStandard(stack, context, schema, value) {
	return Reducer(stack, context, schema.oneOf, value, IsEqual$1(Member("results", "length"), Constant(1)));
}
function BuildOneOfFast(stack, context, schema, value) {
	const [result] = [CreateUnique()];
	const results = ArrayLiteral(schema.oneOf.map((schema) => BuildSchema(stack, context, schema, value)));
	const count = Counted(results, [result, "_"], IsEqual$1(result, Constant(true)));
	return IsEqual$1(count, Constant(1));
}
function BuildOneOf(stack, context, schema, value) {
	return context.UseUnevaluated() ? BuildOneOfStandard(stack, context, schema, value) : BuildOneOfFast(stack, context, schema, value);
}
function CheckOneOf(stack, context, schema, value) {
	const passedContexts = schema.oneOf.reduce((result, schema) => {
		const nextContext = new CheckContext();
		return CheckSchema(stack, nextContext, schema, value) ? [...result, nextContext] : result;
	}, []);
	return IsEqual(passedContexts.length, 1) && context.Merge(passedContexts);
}
function ErrorOneOf(stack, context, schemaPath, instancePath, schema, value) {
	const failedContexts = [];
	const passingSchemas = [];
	const passedContexts = schema.oneOf.reduce((result, schema, index) => {
		const nextContext = new ErrorContext();
		const isSchema = ErrorSchema(stack, nextContext, `${schemaPath}/oneOf/${index}`, instancePath, schema, value);
		if (isSchema) passingSchemas.push(index);
		if (!isSchema) failedContexts.push(nextContext);
		return isSchema ? [...result, nextContext] : result;
	}, []);
	const isOneOf = IsEqual(passedContexts.length, 1) && context.Merge(passedContexts);
	if (!isOneOf && IsEqual(passingSchemas.length, 0)) failedContexts.forEach((failed) => context.AddErrors(failed.GetErrors()));
	return isOneOf || context.AddError("oneOf", schemaPath, instancePath, { passingSchemas });
}
// build/schema/engine/pattern.mjs
function BuildPattern(_stack, _context, schema, value) {
	const regexp = CreateVariable(IsString(schema.pattern) ? UnicodeRegExp(schema.pattern) : schema.pattern);
	return Call(Member(regexp, "test"), [value]);
}
function CheckPattern(_stack, _context, schema, value) {
	return (IsString(schema.pattern) ? UnicodeRegExp(schema.pattern) : schema.pattern).test(value);
}
function ErrorPattern(stack, context, schemaPath, instancePath, schema, value) {
	return CheckPattern(stack, context, schema, value) || context.AddError("pattern", schemaPath, instancePath, { pattern: schema.pattern });
}
// build/schema/engine/patternProperties.mjs
function BuildPatternProperties(stack, context, schema, value) {
	return ReduceAnd(Entries(schema.patternProperties).map(([pattern, schema]) => {
		const [key, prop] = [CreateUnique(), CreateUnique()];
		const regexp = CreateVariable(UnicodeRegExp(pattern));
		const notKey = Not(Call(Member(regexp, "test"), [key]));
		const isSchema = BuildSchemaPushStack(stack, context, schema, prop);
		const addKey = context.AddKey(key);
		const guarded = context.UseUnevaluated() ? Or(notKey, And(isSchema, addKey)) : Or(notKey, isSchema);
		return Every$1(Entries$1(value), Constant(0), [`[${key}, ${prop}]`, "_"], guarded);
	}));
}
function CheckPatternProperties(stack, context, schema, value) {
	return Every(Entries(schema.patternProperties), 0, ([pattern, schema]) => {
		const regexp = UnicodeRegExp(pattern);
		return Every(Entries(value), 0, ([key, prop]) => {
			return !regexp.test(key) || CheckSchemaPushStack(stack, context, schema, prop) && context.AddKey(key);
		});
	});
}
function ErrorPatternProperties(stack, context, schemaPath, instancePath, schema, value) {
	return EveryAll(Entries(schema.patternProperties), 0, ([pattern, schema]) => {
		const nextSchemaPath = `${schemaPath}/patternProperties/${EncodeFragment(pattern)}`;
		const regexp = UnicodeRegExp(pattern);
		return EveryAll(Entries(value), 0, ([key, value]) => {
			const nextInstancePath = `${instancePath}/${EncodeFragment(key)}`;
			return !regexp.test(key) || ErrorSchemaPushStack(stack, context, nextSchemaPath, nextInstancePath, schema, value) && context.AddKey(key);
		});
	});
}
// build/schema/engine/prefixItems.mjs
function BuildPrefixItems(stack, context, schema, value) {
	return ReduceAnd(schema.prefixItems.map((schema, index) => {
		const isLength = IsLessEqualThan(Member(value, "length"), Constant(index));
		const isSchema = BuildSchemaPushStack(stack, context, schema, `${value}[${index}]`);
		const addIndex = context.AddIndex(Constant(index));
		const guarded = context.UseUnevaluated() ? And(isSchema, addIndex) : isSchema;
		return Or(isLength, guarded);
	}));
}
function CheckPrefixItems(stack, context, schema, value) {
	return IsEqual(value.length, 0) || Every(schema.prefixItems, 0, (schema, index) => {
		return IsLessEqualThan$1(value.length, index) || CheckSchemaPushStack(stack, context, schema, value[index]) && context.AddIndex(index);
	});
}
function ErrorPrefixItems(stack, context, schemaPath, instancePath, schema, value) {
	return IsEqual(value.length, 0) || EveryAll(schema.prefixItems, 0, (schema, index) => {
		const nextSchemaPath = `${schemaPath}/prefixItems/${index}`;
		const nextInstancePath = `${instancePath}/${index}`;
		return IsLessEqualThan$1(value.length, index) || ErrorSchemaPushStack(stack, context, nextSchemaPath, nextInstancePath, schema, value[index]) && context.AddIndex(index);
	});
}
// build/schema/engine/_exact_optional.mjs
function IsExactOptional(required, key) {
	return required.includes(key) || Get$1().exactOptionalPropertyTypes;
}
function InexactOptionalBuild(value, key) {
	return IsUndefined$1(Member(value, key));
}
function InexactOptionalCheck(value, key) {
	return IsUndefined(value[key]);
}
// build/schema/engine/properties.mjs
function BuildProperties(stack, context, schema, value) {
	const required = IsRequired(schema) ? schema.required : [];
	const everyKey = Entries(schema.properties).map(([key, schema]) => {
		const notKey = Not(HasPropertyKey$1(value, Constant(key)));
		const isSchema = BuildSchemaPushStack(stack, context, schema, Member(value, key));
		const addKey = context.AddKey(Constant(key));
		const guarded = context.UseUnevaluated() ? And(isSchema, addKey) : isSchema;
		const isProperty = required.includes(key) ? guarded : Or(notKey, guarded);
		return IsExactOptional(required, key) ? isProperty : Or(InexactOptionalBuild(value, key), isProperty);
	});
	return ReduceAnd(everyKey);
}
function CheckProperties(stack, context, schema, value) {
	const required = IsRequired(schema) ? schema.required : [];
	return Every(Entries(schema.properties), 0, ([key, schema]) => {
		const isProperty = !HasPropertyKey(value, key) || CheckSchemaPushStack(stack, context, schema, value[key]) && context.AddKey(key);
		return IsExactOptional(required, key) ? isProperty : InexactOptionalCheck(value, key) || isProperty;
	});
}
function ErrorProperties(stack, context, schemaPath, instancePath, schema, value) {
	const required = IsRequired(schema) ? schema.required : [];
	return EveryAll(Entries(schema.properties), 0, ([key, schema]) => {
		const nextSchemaPath = `${schemaPath}/properties/${EncodeFragment(key)}`;
		const nextInstancePath = `${instancePath}/${EncodeFragment(key)}`;
		const isProperty = () => !HasPropertyKey(value, key) || ErrorSchemaPushStack(stack, context, nextSchemaPath, nextInstancePath, schema, value[key]) && context.AddKey(key);
		return IsExactOptional(required, key) ? isProperty() : InexactOptionalCheck(value, key) || isProperty();
	});
}
// build/schema/engine/propertyNames.mjs
function BuildPropertyNames(stack, context, schema, value) {
	const [key, _index] = [CreateUnique(), CreateUnique()];
	return Every$1(Keys$1(value), Constant(0), [key, _index], BuildSchema(stack, context, schema.propertyNames, key));
}
function CheckPropertyNames(stack, context, schema, value) {
	return Every(Keys(value), 0, (key, _index) => CheckSchema(stack, context, schema.propertyNames, key));
}
function ErrorPropertyNames(stack, context, schemaPath, instancePath, schema, value) {
	const propertyNames = [];
	return EveryAll(Keys(value), 0, (key, _index) => {
		const nextInstancePath = `${instancePath}/${EncodeFragment(key)}`;
		const isPropertyName = ErrorSchema(stack, context, `${schemaPath}/propertyNames`, nextInstancePath, schema.propertyNames, key);
		if (!isPropertyName) propertyNames.push(key);
		return isPropertyName;
	}) || context.AddError("propertyNames", schemaPath, instancePath, { propertyNames });
}
// build/schema/engine/recursiveRef.mjs
function BuildRecursiveRef(stack, context, schema, value) {
	const target = RecursiveRef(stack, schema) ?? false;
	return CreateFunction(target ? {
		...stack,
		pendingResource: true
	} : stack, context, target, value);
}
function CheckRecursiveRef(stack, context, schema, value) {
	const target = RecursiveRef(stack, schema) ?? false;
	const nextStack = target ? {
		...stack,
		pendingResource: true
	} : stack;
	return IsSchema(target) && CheckSchema(nextStack, context, target, value);
}
function ErrorRecursiveRef(stack, context, schemaPath, instancePath, schema, value) {
	const target = RecursiveRef(stack, schema) ?? false;
	const nextStack = target ? {
		...stack,
		pendingResource: true
	} : stack;
	return IsSchema(target) && ErrorSchema(nextStack, context, schemaPath, instancePath, target, value);
}
// build/schema/engine/ref.mjs
function BuildRefStandard(stack, context, target, value) {
	const interior = ArrowFunction(["context", "value"], CreateFunction(stack, context, target, "value"));
	const exterior = ArrowFunction(["context", "value"], Statements([
		ConstDeclaration("nextContext", New("CheckContext", [])),
		ConstDeclaration("result", Call(interior, ["nextContext", "value"])),
		If("result", context.Merge("[nextContext]")),
		Return("result")
	]));
	return Call(exterior, ["context", value]);
}
function BuildRefFast(stack, context, target, value) {
	return CreateFunction(stack, context, target, value);
}
function BuildRef(stack, context, schema, value) {
	const result = Ref(stack, schema);
	const target = result.schema ?? false;
	return context.UseUnevaluated() ? BuildRefStandard(result.stack, context, target, value) : BuildRefFast(result.stack, context, target, value);
}
function CheckRef(stack, context, schema, value) {
	const result = Ref(stack, schema);
	const target = result.schema ?? false;
	const nextContext = new CheckContext();
	const valid = IsSchema(target) && CheckSchema(result.stack, nextContext, target, value);
	if (valid) context.Merge([nextContext]);
	return valid;
}
function ErrorRef(stack, context, schemaPath, instancePath, schema, value) {
	const result = Ref(stack, schema);
	const target = result.schema ?? false;
	const nextContext = new ErrorContext();
	const valid = IsSchema(target) && ErrorSchema(result.stack, nextContext, schemaPath, instancePath, target, value);
	if (valid) context.Merge([nextContext]);
	if (!valid) context.AddErrors(nextContext.GetErrors());
	return valid;
}
// build/schema/engine/required.mjs
function BuildRequired(_stack, _context, schema, value) {
	return ReduceAnd(schema.required.map((key) => HasPropertyKey$1(value, Constant(key))));
}
function CheckRequired(_stack, _context, schema, value) {
	return Every(schema.required, 0, (key) => HasPropertyKey(value, key));
}
function ErrorRequired(_stack, context, schemaPath, instancePath, schema, value) {
	const requiredProperties = [];
	return EveryAll(schema.required, 0, (key) => {
		const hasKey = HasPropertyKey(value, key);
		if (!hasKey) requiredProperties.push(key);
		return hasKey;
	}) || context.AddError("required", schemaPath, instancePath, { requiredProperties });
}
// build/schema/engine/type.mjs
function BuildTypeName(_stack, _context, type, value) {
	return IsEqual(type, "object") ? IsObjectNotArray(value) : IsEqual(type, "array") ? IsArray$1(value) : IsEqual(type, "boolean") ? IsBoolean$1(value) : IsEqual(type, "integer") ? IsInteger(value) : IsEqual(type, "number") ? IsNumber$1(value) : IsEqual(type, "null") ? IsNull(value) : IsEqual(type, "string") ? IsString$1(value) : IsEqual(type, "bigint") ? IsBigInt$1(value) : IsEqual(type, "constructor") ? IsConstructor(value) : IsEqual(type, "function") ? IsFunction$1(value) : IsEqual(type, "symbol") ? IsSymbol(value) : IsEqual(type, "undefined") ? IsUndefined$1(value) : IsEqual(type, "void") ? IsUndefined$1(value) : Constant(true);
}
function CheckTypeName(_stack, _context, type, _schema, value) {
	return IsEqual(type, "object") ? IsObjectNotArray$1(value) : IsEqual(type, "array") ? IsArray(value) : IsEqual(type, "boolean") ? IsBoolean(value) : IsEqual(type, "integer") ? IsInteger$1(value) : IsEqual(type, "number") ? IsNumber(value) : IsEqual(type, "null") ? IsNull$1(value) : IsEqual(type, "string") ? IsString(value) : IsEqual(type, "bigint") ? IsBigInt(value) : IsEqual(type, "constructor") ? IsConstructor$1(value) : IsEqual(type, "function") ? IsFunction(value) : IsEqual(type, "symbol") ? IsSymbol$1(value) : IsEqual(type, "undefined") ? IsUndefined(value) : IsEqual(type, "void") ? IsUndefined(value) : true;
}
function BuildTypeNames(stack, context, typenames, value) {
	return ReduceOr(typenames.map((type) => BuildTypeName(stack, context, type, value)));
}
function CheckTypeNames(stack, context, types, schema, value) {
	return Some(types, (type) => CheckTypeName(stack, context, type, schema, value));
}
function BuildType(stack, context, schema, value) {
	return IsArray(schema.type) ? BuildTypeNames(stack, context, schema.type, value) : BuildTypeName(stack, context, schema.type, value);
}
function CheckType(stack, context, schema, value) {
	return IsArray(schema.type) ? CheckTypeNames(stack, context, schema.type, schema, value) : CheckTypeName(stack, context, schema.type, schema, value);
}
function ErrorType(stack, context, schemaPath, instancePath, schema, value) {
	return (IsArray(schema.type) ? CheckTypeNames(stack, context, schema.type, schema, value) : CheckTypeName(stack, context, schema.type, schema, value)) || context.AddError("type", schemaPath, instancePath, { type: schema.type });
}
// build/schema/engine/unevaluatedItems.mjs
function BuildUnevaluatedItems(stack, context, schema, value) {
	const [index, item] = [CreateUnique(), CreateUnique()];
	const indices = Call(Member("context", "GetIndices"), []);
	const hasIndex = Call(Member("indices", "has"), [index]);
	const isSchema = BuildSchema(stack, context, schema.unevaluatedItems, item);
	const addIndex = Call(Member("context", "AddIndex"), [index]);
	const isEvery = Every$1(value, Constant(0), [item, index], And(Or(hasIndex, isSchema), addIndex));
	return Call(ArrowFunction(["context"], Statements([ConstDeclaration("indices", indices), Return(isEvery)])), ["context"]);
}
function CheckUnevaluatedItems(stack, context, schema, value) {
	const indices = context.GetIndices();
	return Every(value, 0, (item, index) => {
		return (indices.has(index) || CheckSchema(stack, context, schema.unevaluatedItems, item)) && context.AddIndex(index);
	});
}
function ErrorUnevaluatedItems(stack, context, schemaPath, instancePath, schema, value) {
	const indices = context.GetIndices();
	const unevaluatedItems = [];
	return EveryAll(value, 0, (item, index) => {
		const nextContext = new ErrorContext();
		const isEvaluatedItem = (indices.has(index) || ErrorSchema(stack, nextContext, schemaPath, instancePath, schema.unevaluatedItems, item)) && context.AddIndex(index);
		if (!isEvaluatedItem) unevaluatedItems.push(index);
		return isEvaluatedItem;
	}) || context.AddError("unevaluatedItems", schemaPath, instancePath, { unevaluatedItems });
}
// build/schema/engine/unevaluatedProperties.mjs
function BuildUnevaluatedProperties(stack, context, schema, value) {
	const [key, prop] = [CreateUnique(), CreateUnique()];
	const keys = Call(Member("context", "GetKeys"), []);
	const hasKey = Call(Member("keys", "has"), [key]);
	const addKey = Call(Member("context", "AddKey"), [key]);
	const isSchema = BuildSchema(stack, context, schema.unevaluatedProperties, prop);
	const isEvery = Every$1(Entries$1(value), Constant(0), [`[${key}, ${prop}]`, "_"], Or(hasKey, And(isSchema, addKey)));
	return Call(ArrowFunction(["context"], Statements([ConstDeclaration("keys", keys), Return(isEvery)])), ["context"]);
}
function CheckUnevaluatedProperties(stack, context, schema, value) {
	const keys = context.GetKeys();
	return Every(Entries(value), 0, ([key, prop]) => {
		return keys.has(key) || CheckSchema(stack, context, schema.unevaluatedProperties, prop) && context.AddKey(key);
	});
}
function ErrorUnevaluatedProperties(stack, context, schemaPath, instancePath, schema, value) {
	const keys = context.GetKeys();
	const unevaluatedProperties = [];
	return EveryAll(Entries(value), 0, ([key, prop]) => {
		const nextContext = new ErrorContext();
		const isEvaluatedProperty = keys.has(key) || ErrorSchema(stack, nextContext, schemaPath, instancePath, schema.unevaluatedProperties, prop) && context.AddKey(key);
		if (!isEvaluatedProperty) unevaluatedProperties.push(key);
		return isEvaluatedProperty;
	}) || context.AddError("unevaluatedProperties", schemaPath, instancePath, { unevaluatedProperties });
}
// build/schema/engine/uniqueItems.mjs
function IsValid(schema) {
	return !IsEqual(schema.uniqueItems, false);
}
function BuildUniqueItems(_stack, _context, schema, value) {
	if (!IsValid(schema)) return Constant(true);
	const set = Member(New("Set", [Call(Member(value, "map"), [Member("Hashing", "Hash")])]), "size");
	const isLength = Member(value, "length");
	return IsEqual$1(set, isLength);
}
function CheckUniqueItems(_stack, _context, schema, value) {
	if (!IsValid(schema)) return true;
	const set = new Set(value.map(Hash)).size;
	const isLength = value.length;
	return IsEqual(set, isLength);
}
function ErrorUniqueItems(_stack, context, schemaPath, instancePath, schema, value) {
	if (!IsValid(schema)) return true;
	const set = new Set();
	const duplicateItems = value.reduce((result, value, index) => {
		const hash = Hash(value);
		if (set.has(hash)) return [...result, index];
		set.add(hash);
		return result;
	}, []);
	return IsEqual(duplicateItems.length, 0) || context.AddError("uniqueItems", schemaPath, instancePath, { duplicateItems });
}
// build/schema/engine/schema.mjs
function HasTypeName(schema, typename) {
	return IsType(schema) && (IsArray(schema.type) && IsGreaterThan$1(schema.type.length, 0) && Every(schema.type, 0, (type) => IsEqual(type, typename)) || IsEqual(schema.type, typename));
}
function HasObjectType(schema) {
	return HasTypeName(schema, "object");
}
function HasObjectKeywords(schema) {
	return IsSchemaObject(schema) && (IsAdditionalProperties(schema) || IsDependencies(schema) || IsDependentRequired(schema) || IsDependentSchemas(schema) || IsProperties(schema) || IsPatternProperties(schema) || IsPropertyNames(schema) || IsMinProperties(schema) || IsMaxProperties(schema) || IsRequired(schema) || IsUnevaluatedProperties(schema));
}
function HasArrayType(schema) {
	return HasTypeName(schema, "array");
}
function HasArrayKeywords(schema) {
	return IsSchemaObject(schema) && (IsAdditionalItems(schema) || IsItems(schema) || IsContains(schema) || IsMaxContains(schema) || IsMaxItems(schema) || IsMinContains(schema) || IsMinItems(schema) || IsPrefixItems(schema) || IsUnevaluatedItems(schema) || IsUniqueItems(schema));
}
function HasStringType(schema) {
	return HasTypeName(schema, "string");
}
function HasStringKeywords(schema) {
	return IsSchemaObject(schema) && (IsMinLength(schema) || IsMaxLength(schema) || IsFormat(schema) || IsPattern(schema));
}
function HasNumberType(schema) {
	return HasTypeName(schema, "number") || HasTypeName(schema, "bigint");
}
function HasNumberKeywords(schema) {
	return IsSchemaObject(schema) && (IsMinimum(schema) || IsMaximum(schema) || IsExclusiveMaximum(schema) || IsExclusiveMinimum(schema) || IsMultipleOf(schema));
}
function BuildSchemaPushStack(stack, context, schema, value) {
	return context.UseUnevaluated() ? And(And(context.Push(), BuildSchema(stack, context, schema, value)), context.Pop()) : BuildSchema(stack, context, schema, value);
}
function BuildSchema(stack, context, schema, value) {
	const current = NextStack(stack, schema);
	const conditions = [];
	if (IsSchemaBoolean(schema)) return BuildSchemaBoolean(current, context, schema, value);
	if (IsType(schema)) conditions.push(BuildType(current, context, schema, value));
	if (HasObjectKeywords(schema)) {
		const constraints = [];
		if (IsRequired(schema)) constraints.push(BuildRequired(current, context, schema, value));
		if (IsAdditionalProperties(schema)) constraints.push(BuildAdditionalProperties(current, context, schema, value));
		if (IsDependencies(schema)) constraints.push(BuildDependencies(current, context, schema, value));
		if (IsDependentRequired(schema)) constraints.push(BuildDependentRequired(current, context, schema, value));
		if (IsDependentSchemas(schema)) constraints.push(BuildDependentSchemas(current, context, schema, value));
		if (IsPatternProperties(schema)) constraints.push(BuildPatternProperties(current, context, schema, value));
		if (IsProperties(schema)) constraints.push(BuildProperties(current, context, schema, value));
		if (IsPropertyNames(schema)) constraints.push(BuildPropertyNames(current, context, schema, value));
		if (IsMinProperties(schema)) constraints.push(BuildMinProperties(current, context, schema, value));
		if (IsMaxProperties(schema)) constraints.push(BuildMaxProperties(current, context, schema, value));
		const reduced = ReduceAnd(constraints);
		const guarded = Or(Not(IsObjectNotArray(value)), reduced);
		conditions.push(HasObjectType(schema) ? reduced : guarded);
	}
	if (HasArrayKeywords(schema)) {
		const constraints = [];
		if (IsAdditionalItems(schema)) constraints.push(BuildAdditionalItems(current, context, schema, value));
		if (IsContains(schema)) constraints.push(BuildContains(current, context, schema, value));
		if (IsItems(schema)) constraints.push(BuildItems(current, context, schema, value));
		if (IsMinContains(schema)) constraints.push(BuildMinContains(current, context, schema, value));
		if (IsMaxContains(schema)) constraints.push(BuildMaxContains(current, context, schema, value));
		if (IsMinItems(schema)) constraints.push(BuildMinItems(current, context, schema, value));
		if (IsMaxItems(schema)) constraints.push(BuildMaxItems(current, context, schema, value));
		if (IsPrefixItems(schema)) constraints.push(BuildPrefixItems(current, context, schema, value));
		if (IsUniqueItems(schema)) constraints.push(BuildUniqueItems(current, context, schema, value));
		const reduced = ReduceAnd(constraints);
		const guarded = Or(Not(IsArray$1(value)), reduced);
		conditions.push(HasArrayType(schema) ? reduced : guarded);
	}
	if (HasStringKeywords(schema)) {
		const constraints = [];
		if (IsMinLength(schema)) constraints.push(BuildMinLength(current, context, schema, value));
		if (IsMaxLength(schema)) constraints.push(BuildMaxLength(current, context, schema, value));
		if (IsFormat(schema)) constraints.push(BuildFormat(current, context, schema, value));
		if (IsPattern(schema)) constraints.push(BuildPattern(current, context, schema, value));
		const reduced = ReduceAnd(constraints);
		const guarded = Or(Not(IsString$1(value)), reduced);
		conditions.push(HasStringType(schema) ? reduced : guarded);
	}
	if (HasNumberKeywords(schema)) {
		const constraints = [];
		if (IsExclusiveMinimum(schema)) constraints.push(BuildExclusiveMinimum(current, context, schema, value));
		if (IsExclusiveMaximum(schema)) constraints.push(BuildExclusiveMaximum(current, context, schema, value));
		if (IsMinimum(schema)) constraints.push(BuildMinimum(current, context, schema, value));
		if (IsMaximum(schema)) constraints.push(BuildMaximum(current, context, schema, value));
		if (IsMultipleOf(schema)) constraints.push(BuildMultipleOf(current, context, schema, value));
		const reduced = ReduceAnd(constraints);
		const guarded = Or(Not(Or(IsNumber$1(value), IsBigInt$1(value))), reduced);
		conditions.push(HasNumberType(schema) ? reduced : guarded);
	}
	if (IsRef(schema)) conditions.push(BuildRef(current, context, schema, value));
	if (IsRecursiveRef(schema)) conditions.push(BuildRecursiveRef(current, context, schema, value));
	if (IsDynamicRef(schema)) conditions.push(BuildDynamicRef(current, context, schema, value));
	if (IsConst(schema)) conditions.push(BuildConst(current, context, schema, value));
	if (IsEnum(schema)) conditions.push(BuildEnum(current, context, schema, value));
	if (IsIf(schema)) conditions.push(BuildIf(current, context, schema, value));
	if (IsNot(schema)) conditions.push(BuildNot(current, context, schema, value));
	if (IsAllOf(schema)) conditions.push(BuildAllOf(current, context, schema, value));
	if (IsAnyOf(schema)) conditions.push(BuildAnyOf(current, context, schema, value));
	if (IsOneOf(schema)) conditions.push(BuildOneOf(current, context, schema, value));
	if (IsUnevaluatedItems(schema)) conditions.push(Or(Not(IsArray$1(value)), BuildUnevaluatedItems(current, context, schema, value)));
	if (IsUnevaluatedProperties(schema)) conditions.push(Or(Not(IsObject$1(value)), BuildUnevaluatedProperties(current, context, schema, value)));
	if (IsRefine(schema)) conditions.push(BuildRefine(current, context, schema, value));
	return ReduceAnd(conditions);
}
function CheckSchemaPushStack(stack, context, schema, value) {
	return context.Push() && CheckSchema(stack, context, schema, value) && context.Pop();
}
function CheckSchema(stack, context, schema, value) {
	const current = NextStack(stack, schema);
	return IsSchemaBoolean(schema) ? CheckSchemaBoolean(current, context, schema, value) : (!IsType(schema) || CheckType(current, context, schema, value)) && (!(IsObject(value) && !IsArray(value)) || (!IsRequired(schema) || CheckRequired(current, context, schema, value)) && (!IsAdditionalProperties(schema) || CheckAdditionalProperties(current, context, schema, value)) && (!IsDependencies(schema) || CheckDependencies(current, context, schema, value)) && (!IsDependentRequired(schema) || CheckDependentRequired(current, context, schema, value)) && (!IsDependentSchemas(schema) || CheckDependentSchemas(current, context, schema, value)) && (!IsPatternProperties(schema) || CheckPatternProperties(current, context, schema, value)) && (!IsProperties(schema) || CheckProperties(current, context, schema, value)) && (!IsPropertyNames(schema) || CheckPropertyNames(current, context, schema, value)) && (!IsMinProperties(schema) || CheckMinProperties(current, context, schema, value)) && (!IsMaxProperties(schema) || CheckMaxProperties(current, context, schema, value))) && (!IsArray(value) || (!IsAdditionalItems(schema) || CheckAdditionalItems(current, context, schema, value)) && (!IsContains(schema) || CheckContains(current, context, schema, value)) && (!IsItems(schema) || CheckItems(current, context, schema, value)) && (!IsMinContains(schema) || CheckMinContains(current, context, schema, value)) && (!IsMaxContains(schema) || CheckMaxContains(current, context, schema, value)) && (!IsMinItems(schema) || CheckMinItems(current, context, schema, value)) && (!IsMaxItems(schema) || CheckMaxItems(current, context, schema, value)) && (!IsPrefixItems(schema) || CheckPrefixItems(current, context, schema, value)) && (!IsUniqueItems(schema) || CheckUniqueItems(current, context, schema, value))) && (!IsString(value) || (!IsMinLength(schema) || CheckMinLength(current, context, schema, value)) && (!IsMaxLength(schema) || CheckMaxLength(current, context, schema, value)) && (!IsFormat(schema) || CheckFormat(current, context, schema, value)) && (!IsPattern(schema) || CheckPattern(current, context, schema, value))) && (!(IsNumber(value) || IsBigInt(value)) || (!IsExclusiveMinimum(schema) || CheckExclusiveMinimum(current, context, schema, value)) && (!IsExclusiveMaximum(schema) || CheckExclusiveMaximum(current, context, schema, value)) && (!IsMinimum(schema) || CheckMinimum(current, context, schema, value)) && (!IsMaximum(schema) || CheckMaximum(current, context, schema, value)) && (!IsMultipleOf(schema) || CheckMultipleOf(current, context, schema, value))) && (!IsRef(schema) || CheckRef(current, context, schema, value)) && (!IsRecursiveRef(schema) || CheckRecursiveRef(current, context, schema, value)) && (!IsDynamicRef(schema) || CheckDynamicRef(current, context, schema, value)) && (!IsConst(schema) || CheckConst(current, context, schema, value)) && (!IsEnum(schema) || CheckEnum(current, context, schema, value)) && (!IsIf(schema) || CheckIf(current, context, schema, value)) && (!IsNot(schema) || CheckNot(current, context, schema, value)) && (!IsAllOf(schema) || CheckAllOf(current, context, schema, value)) && (!IsAnyOf(schema) || CheckAnyOf(current, context, schema, value)) && (!IsOneOf(schema) || CheckOneOf(current, context, schema, value)) && (!IsUnevaluatedItems(schema) || !IsArray(value) || CheckUnevaluatedItems(current, context, schema, value)) && (!IsUnevaluatedProperties(schema) || !IsObject(value) || CheckUnevaluatedProperties(current, context, schema, value)) && (!IsRefine(schema) || CheckRefine(current, context, schema, value));
}
function ErrorSchemaPushStack(stack, context, schemaPath, instancePath, schema, value) {
	return context.Push() && ErrorSchema(stack, context, schemaPath, instancePath, schema, value) && context.Pop();
}
function ErrorSchema(stack, context, schemaPath, instancePath, schema, value) {
	if (context.AtCapacity()) return false;
	const current = NextStack(stack, schema);
	return IsSchemaBoolean(schema) ? ErrorSchemaBoolean(current, context, schemaPath, instancePath, schema, value) : !!(+(!IsType(schema) || ErrorType(current, context, schemaPath, instancePath, schema, value)) & +(!(IsObject(value) && !IsArray(value)) || !!(+(!IsRequired(schema) || ErrorRequired(current, context, schemaPath, instancePath, schema, value)) & +(!IsAdditionalProperties(schema) || ErrorAdditionalProperties(current, context, schemaPath, instancePath, schema, value)) & +(!IsDependencies(schema) || ErrorDependencies(current, context, schemaPath, instancePath, schema, value)) & +(!IsDependentRequired(schema) || ErrorDependentRequired(current, context, schemaPath, instancePath, schema, value)) & +(!IsDependentSchemas(schema) || ErrorDependentSchemas(current, context, schemaPath, instancePath, schema, value)) & +(!IsPatternProperties(schema) || ErrorPatternProperties(current, context, schemaPath, instancePath, schema, value)) & +(!IsProperties(schema) || ErrorProperties(current, context, schemaPath, instancePath, schema, value)) & +(!IsPropertyNames(schema) || ErrorPropertyNames(current, context, schemaPath, instancePath, schema, value)) & +(!IsMinProperties(schema) || ErrorMinProperties(current, context, schemaPath, instancePath, schema, value)) & +(!IsMaxProperties(schema) || ErrorMaxProperties(current, context, schemaPath, instancePath, schema, value)))) & +(!IsArray(value) || !!(+(!IsAdditionalItems(schema) || ErrorAdditionalItems(current, context, schemaPath, instancePath, schema, value)) & +(!IsContains(schema) || ErrorContains(current, context, schemaPath, instancePath, schema, value)) & +(!IsItems(schema) || ErrorItems(current, context, schemaPath, instancePath, schema, value)) & +(!IsMinContains(schema) || ErrorMinContains(current, context, schemaPath, instancePath, schema, value)) & +(!IsMaxContains(schema) || ErrorMaxContains(current, context, schemaPath, instancePath, schema, value)) & +(!IsMinItems(schema) || ErrorMinItems(current, context, schemaPath, instancePath, schema, value)) & +(!IsMaxItems(schema) || ErrorMaxItems(current, context, schemaPath, instancePath, schema, value)) & +(!IsPrefixItems(schema) || ErrorPrefixItems(current, context, schemaPath, instancePath, schema, value)) & +(!IsUniqueItems(schema) || ErrorUniqueItems(current, context, schemaPath, instancePath, schema, value)))) & +(!IsString(value) || !!(+(!IsMinLength(schema) || ErrorMinLength(current, context, schemaPath, instancePath, schema, value)) & +(!IsMaxLength(schema) || ErrorMaxLength(current, context, schemaPath, instancePath, schema, value)) & +(!IsFormat(schema) || ErrorFormat(current, context, schemaPath, instancePath, schema, value)) & +(!IsPattern(schema) || ErrorPattern(current, context, schemaPath, instancePath, schema, value)))) & +(!(IsNumber(value) || IsBigInt(value)) || !!(+(!IsExclusiveMinimum(schema) || ErrorExclusiveMinimum(current, context, schemaPath, instancePath, schema, value)) & +(!IsExclusiveMaximum(schema) || ErrorExclusiveMaximum(current, context, schemaPath, instancePath, schema, value)) & +(!IsMinimum(schema) || ErrorMinimum(current, context, schemaPath, instancePath, schema, value)) & +(!IsMaximum(schema) || ErrorMaximum(current, context, schemaPath, instancePath, schema, value)) & +(!IsMultipleOf(schema) || ErrorMultipleOf(current, context, schemaPath, instancePath, schema, value)))) & +(!IsRef(schema) || ErrorRef(current, context, schemaPath, instancePath, schema, value)) & +(!IsRecursiveRef(schema) || ErrorRecursiveRef(current, context, schemaPath, instancePath, schema, value)) & +(!IsDynamicRef(schema) || ErrorDynamicRef(current, context, schemaPath, instancePath, schema, value)) & +(!IsConst(schema) || ErrorConst(current, context, schemaPath, instancePath, schema, value)) & +(!IsEnum(schema) || ErrorEnum(current, context, schemaPath, instancePath, schema, value)) & +(!IsIf(schema) || ErrorIf(current, context, schemaPath, instancePath, schema, value)) & +(!IsNot(schema) || ErrorNot(current, context, schemaPath, instancePath, schema, value)) & +(!IsAllOf(schema) || ErrorAllOf(current, context, schemaPath, instancePath, schema, value)) & +(!IsAnyOf(schema) || ErrorAnyOf(current, context, schemaPath, instancePath, schema, value)) & +(!IsOneOf(schema) || ErrorOneOf(current, context, schemaPath, instancePath, schema, value)) & +(!IsUnevaluatedItems(schema) || !IsArray(value) || ErrorUnevaluatedItems(current, context, schemaPath, instancePath, schema, value)) & +(!IsUnevaluatedProperties(schema) || !IsObject(value) || ErrorUnevaluatedProperties(current, context, schemaPath, instancePath, schema, value))) && (!IsRefine(schema) || ErrorRefine(current, context, schemaPath, instancePath, schema, value));
}
// build/schema/engine/_functions.mjs
const index = [0];
const names = new Map();
const funcs = new Map();
function NextName() {
	return `${index[0]++}`;
}
function CreateName(schema, href) {
	if (!names.has(schema)) names.set(schema, new Map());
	const hrefs = names.get(schema);
	if (hrefs.has(href)) return hrefs.get(href);
	const name = NextName();
	hrefs.set(href, name);
	return name;
}
function CreateCallExpression(context, _schema, name, value) {
	return context.UseUnevaluated() ? Call(`check_${name}`, ["context", value]) : Call(`check_${name}`, [value]);
}
function CreateFunctionExpression(stack, context, schema, name) {
	const expression = BuildSchema(stack, context, schema, "value");
	return context.UseUnevaluated() ? ConstDeclaration(`check_${name}`, ArrowFunction(["context", "value"], expression)) : ConstDeclaration(`check_${name}`, ArrowFunction(["value"], expression));
}
function ResetFunctions() {
	index[0] = 0;
	names.clear();
	funcs.clear();
}
function GetFunctions() {
	return [...funcs.values()];
}
function CreateFunction(stack, context, schema, value) {
	const name = CreateName(schema, stack.lexicalBase);
	const call = CreateCallExpression(context, schema, name, value);
	if (funcs.has(name)) return call;
	funcs.set(name, "");
	funcs.set(name, CreateFunctionExpression(stack, context, schema, name));
	return call;
}
// build/schema/intern/intern.mjs
function UnresolvableRef(ref) {
	throw Error(`UnresolvableRef '${ref}'`);
}
function HashKey(schema) {
	return `x-${Hash(schema)}`;
}
function FromAdditionalItems(context, schema) {
	return FromSchema(context, schema.additionalItems);
}
function FromAdditionalProperties(context, schema) {
	return FromSchema(context, schema.additionalProperties);
}
function FromAllOf(context, schema) {
	return schema.allOf.map((inner) => FromSchema(context, inner));
}
function FromAnyOf(context, schema) {
	return schema.anyOf.map((inner) => FromSchema(context, inner));
}
function FromContains(context, schema) {
	return FromSchema(context, schema.contains);
}
function FromDependentSchemas(context, schema) {
	return Keys(schema.dependentSchemas).reduce((result, key) => ({
		...result,
		[key]: FromSchema(context, schema.dependentSchemas[key])
	}), {});
}
function FromElse(context, schema) {
	return FromSchema(context, schema.else);
}
function FromIf(context, schema) {
	return FromSchema(context, schema.if);
}
function FromItems(context, schema) {
	return IsItemsSized(schema) ? FromItemsSized(context, schema) : FromItemsUnsized(context, schema);
}
function FromItemsSized(context, schema) {
	return schema.items.map((inner) => FromSchema(context, inner));
}
function FromItemsUnsized(context, schema) {
	return FromSchema(context, schema.items);
}
function FromNot(context, schema) {
	return FromSchema(context, schema.not);
}
function FromOneOf(context, schema) {
	return schema.oneOf.map((inner) => FromSchema(context, inner));
}
function FromPatternProperties(context, schema) {
	return Keys(schema.patternProperties).reduce((result, key) => ({
		...result,
		[key]: FromSchema(context, schema.patternProperties[key])
	}), {});
}
function FromPrefixItems(context, schema) {
	return schema.prefixItems.map((inner) => FromSchema(context, inner));
}
function FromProperties(context, schema) {
	return Keys(schema.properties).reduce((result, key) => ({
		...result,
		[key]: FromSchema(context, schema.properties[key])
	}), {});
}
function FromPropertyNames(context, schema) {
	return FromSchema(context, schema.propertyNames);
}
function ResolveRef(stack, ref) {
	const result = Ref(stack, { $ref: ref });
	return {
		schema: result.schema ?? UnresolvableRef(ref),
		stack: result.stack
	};
}
function ResolveDynamicRef(stack, schema) {
	return DynamicRef(stack, schema) ?? UnresolvableRef(schema.$dynamicRef);
}
function ResolveRecursiveRef(stack, schema) {
	return RecursiveRef(stack, schema) ?? UnresolvableRef(schema.$recursiveRef);
}
function FromResolvedRef(context, target, nextStack) {
	const nextContext = {
		...context,
		stack: nextStack
	};
	const resolving = context.resolving.get(target);
	if (IsUndefined(resolving)) return FromSchema(nextContext, target);
	resolving.used = true;
	return { $ref: `#/$defs/${resolving.key}` };
}
function FromRef(context, schema) {
	const { schema: target, stack } = ResolveRef(context.stack, schema.$ref);
	return FromResolvedRef(context, target, stack);
}
function FromDynamicRef(context, schema) {
	return FromResolvedRef(context, ResolveDynamicRef(context.stack, schema), {
		...context.stack,
		pendingResource: true
	});
}
function FromRecursiveRef(context, schema) {
	return FromResolvedRef(context, ResolveRecursiveRef(context.stack, schema), {
		...context.stack,
		pendingResource: true
	});
}
function FromThen(context, schema) {
	return FromSchema(context, schema.then);
}
function FromUnevaluatedItems(context, schema) {
	return FromSchema(context, schema.unevaluatedItems);
}
function FromUnevaluatedProperties(context, schema) {
	return FromSchema(context, schema.unevaluatedProperties);
}
function FromSchemaObject(context, schema) {
	if (IsRef(schema)) return FromRef(context, schema);
	if (IsDynamicRef(schema)) return FromDynamicRef(context, schema);
	if (IsRecursiveRef(schema)) return FromRecursiveRef(context, schema);
	const existing = resolved.get(schema);
	if (!IsUndefined(existing)) return existing;
	const reservation = {
		key: `x-ref-${context.resolving.size}`,
		used: false
	};
	context.resolving.set(schema, reservation);
	const remapped = {
		...IsRefine(schema) ? { ["~refine"]: schema["~refine"] } : {},
		...IsAdditionalItems(schema) ? { additionalItems: FromAdditionalItems(context, schema) } : {},
		...IsAdditionalProperties(schema) ? { additionalProperties: FromAdditionalProperties(context, schema) } : {},
		...IsAllOf(schema) ? { allOf: FromAllOf(context, schema) } : {},
		...IsAnyOf(schema) ? { anyOf: FromAnyOf(context, schema) } : {},
		...IsContains(schema) ? { contains: FromContains(context, schema) } : {},
		...IsDependentSchemas(schema) ? { dependentSchemas: FromDependentSchemas(context, schema) } : {},
		...IsElse(schema) ? { else: FromElse(context, schema) } : {},
		...IsIf(schema) ? { if: FromIf(context, schema) } : {},
		...IsItems(schema) ? { items: FromItems(context, schema) } : {},
		...IsNot(schema) ? { not: FromNot(context, schema) } : {},
		...IsOneOf(schema) ? { oneOf: FromOneOf(context, schema) } : {},
		...IsPatternProperties(schema) ? { patternProperties: FromPatternProperties(context, schema) } : {},
		...IsPrefixItems(schema) ? { prefixItems: FromPrefixItems(context, schema) } : {},
		...IsProperties(schema) ? { properties: FromProperties(context, schema) } : {},
		...IsPropertyNames(schema) ? { propertyNames: FromPropertyNames(context, schema) } : {},
		...IsThen(schema) ? { then: FromThen(context, schema) } : {},
		...IsUnevaluatedItems(schema) ? { unevaluatedItems: FromUnevaluatedItems(context, schema) } : {},
		...IsUnevaluatedProperties(schema) ? { unevaluatedProperties: FromUnevaluatedProperties(context, schema) } : {}
	};
	context.resolving.delete(schema);
	const interned = Discard(Assign(schema, remapped), [
		"$id",
		"$defs",
		"$anchor",
		"$dynamicAnchor",
		"$recursionAnchor"
	]);
	const key = reservation.used ? reservation.key : HashKey(interned);
	registry.set(key, interned);
	const result = { $ref: `#/$defs/${key}` };
	resolved.set(schema, result);
	return result;
}
function FromSchemaBoolean(_context, schema) {
	const key = HashKey(schema);
	registry.set(key, schema);
	const result = { $ref: `#/$defs/${key}` };
	resolved.set(schema, result);
	return result;
}
function FromSchema(context, schema) {
	const next = {
		...context,
		stack: NextStack(context.stack, schema)
	};
	return IsSchemaBoolean(schema) ? FromSchemaBoolean(next, schema) : FromSchemaObject(next, schema);
}
function BooleanEntry(schema) {
	const key = HashKey(schema);
	return {
		$ref: `#/$defs/${key}`,
		$defs: { [key]: schema }
	};
}
const registry = new Map();
const resolved = new Map();
function Intern(...args) {
	const [context, schema] = Match$1(args, {
		2: (context, schema) => [context, schema],
		1: (schema) => [{}, schema]
	});
	registry.clear();
	resolved.clear();
	if (IsSchemaBoolean(schema)) return BooleanEntry(schema);
	const defs = IsDefs(schema) ? schema.$defs : {};
	const rootStack = Stack({
		...context,
		...defs
	}, schema);
	const { schema: entry, stack } = IsRef(schema) ? ResolveRef(NextStack(rootStack, schema), schema.$ref) : {
		schema,
		stack: rootStack
	};
	if (IsSchemaBoolean(entry)) return BooleanEntry(entry);
	return {
		$ref: FromSchema({
			stack,
			resolving: new Map()
		}, entry).$ref,
		$defs: Object.fromEntries(registry)
	};
}
// build/schema/meta/meta.mjs
const Meta = {
	"http://json-schema.org/draft-03/schema#": {
		"$schema": "http://json-schema.org/draft-03/schema#",
		"id": "http://json-schema.org/draft-03/schema#",
		"type": "object",
		"properties": {
			"type": {
				"type": ["string", "array"],
				"items": { "type": ["string", { "$ref": "#" }] },
				"uniqueItems": true,
				"default": "any"
			},
			"properties": {
				"type": "object",
				"additionalProperties": { "$ref": "#" },
				"default": {}
			},
			"patternProperties": {
				"type": "object",
				"additionalProperties": { "$ref": "#" },
				"default": {}
			},
			"additionalProperties": {
				"type": [{ "$ref": "#" }, "boolean"],
				"default": {}
			},
			"items": {
				"type": [{ "$ref": "#" }, "array"],
				"items": { "$ref": "#" },
				"default": {}
			},
			"additionalItems": {
				"type": [{ "$ref": "#" }, "boolean"],
				"default": {}
			},
			"required": {
				"type": "boolean",
				"default": false
			},
			"dependencies": {
				"type": "object",
				"additionalProperties": {
					"type": [
						"string",
						"array",
						{ "$ref": "#" }
					],
					"items": { "type": "string" }
				},
				"default": {}
			},
			"minimum": { "type": "number" },
			"maximum": { "type": "number" },
			"exclusiveMinimum": {
				"type": "boolean",
				"default": false
			},
			"exclusiveMaximum": {
				"type": "boolean",
				"default": false
			},
			"minItems": {
				"type": "integer",
				"minimum": 0,
				"default": 0
			},
			"maxItems": {
				"type": "integer",
				"minimum": 0
			},
			"uniqueItems": {
				"type": "boolean",
				"default": false
			},
			"pattern": {
				"type": "string",
				"format": "regex"
			},
			"minLength": {
				"type": "integer",
				"minimum": 0,
				"default": 0
			},
			"maxLength": { "type": "integer" },
			"enum": {
				"type": "array",
				"minItems": 1,
				"uniqueItems": true
			},
			"default": { "type": "any" },
			"title": { "type": "string" },
			"description": { "type": "string" },
			"format": { "type": "string" },
			"divisibleBy": {
				"type": "number",
				"minimum": 0,
				"exclusiveMinimum": true,
				"default": 1
			},
			"disallow": {
				"type": ["string", "array"],
				"items": { "type": ["string", { "$ref": "#" }] },
				"uniqueItems": true
			},
			"extends": {
				"type": [{ "$ref": "#" }, "array"],
				"items": { "$ref": "#" },
				"default": {}
			},
			"id": {
				"type": "string",
				"format": "uri"
			},
			"$ref": {
				"type": "string",
				"format": "uri"
			},
			"$schema": {
				"type": "string",
				"format": "uri"
			}
		},
		"dependencies": {
			"exclusiveMinimum": "minimum",
			"exclusiveMaximum": "maximum"
		},
		"default": {}
	},
	"http://json-schema.org/draft-04/schema#": {
		"id": "http://json-schema.org/draft-04/schema#",
		"$schema": "http://json-schema.org/draft-04/schema#",
		"description": "Core schema meta-schema",
		"definitions": {
			"schemaArray": {
				"type": "array",
				"minItems": 1,
				"items": { "$ref": "#" }
			},
			"positiveInteger": {
				"type": "integer",
				"minimum": 0
			},
			"positiveIntegerDefault0": { "allOf": [{ "$ref": "#/definitions/positiveInteger" }, { "default": 0 }] },
			"simpleTypes": { "enum": [
				"array",
				"boolean",
				"integer",
				"null",
				"number",
				"object",
				"string"
			] },
			"stringArray": {
				"type": "array",
				"items": { "type": "string" },
				"minItems": 1,
				"uniqueItems": true
			}
		},
		"type": "object",
		"properties": {
			"id": { "type": "string" },
			"$schema": { "type": "string" },
			"title": { "type": "string" },
			"description": { "type": "string" },
			"default": {},
			"multipleOf": {
				"type": "number",
				"minimum": 0,
				"exclusiveMinimum": true
			},
			"maximum": { "type": "number" },
			"exclusiveMaximum": {
				"type": "boolean",
				"default": false
			},
			"minimum": { "type": "number" },
			"exclusiveMinimum": {
				"type": "boolean",
				"default": false
			},
			"maxLength": { "$ref": "#/definitions/positiveInteger" },
			"minLength": { "$ref": "#/definitions/positiveIntegerDefault0" },
			"pattern": {
				"type": "string",
				"format": "regex"
			},
			"additionalItems": {
				"anyOf": [{ "type": "boolean" }, { "$ref": "#" }],
				"default": {}
			},
			"items": {
				"anyOf": [{ "$ref": "#" }, { "$ref": "#/definitions/schemaArray" }],
				"default": {}
			},
			"maxItems": { "$ref": "#/definitions/positiveInteger" },
			"minItems": { "$ref": "#/definitions/positiveIntegerDefault0" },
			"uniqueItems": {
				"type": "boolean",
				"default": false
			},
			"maxProperties": { "$ref": "#/definitions/positiveInteger" },
			"minProperties": { "$ref": "#/definitions/positiveIntegerDefault0" },
			"required": { "$ref": "#/definitions/stringArray" },
			"additionalProperties": {
				"anyOf": [{ "type": "boolean" }, { "$ref": "#" }],
				"default": {}
			},
			"definitions": {
				"type": "object",
				"additionalProperties": { "$ref": "#" },
				"default": {}
			},
			"properties": {
				"type": "object",
				"additionalProperties": { "$ref": "#" },
				"default": {}
			},
			"patternProperties": {
				"type": "object",
				"additionalProperties": { "$ref": "#" },
				"default": {}
			},
			"dependencies": {
				"type": "object",
				"additionalProperties": { "anyOf": [{ "$ref": "#" }, { "$ref": "#/definitions/stringArray" }] }
			},
			"enum": {
				"type": "array",
				"minItems": 1,
				"uniqueItems": true
			},
			"type": { "anyOf": [{ "$ref": "#/definitions/simpleTypes" }, {
				"type": "array",
				"items": { "$ref": "#/definitions/simpleTypes" },
				"minItems": 1,
				"uniqueItems": true
			}] },
			"format": { "type": "string" },
			"allOf": { "$ref": "#/definitions/schemaArray" },
			"anyOf": { "$ref": "#/definitions/schemaArray" },
			"oneOf": { "$ref": "#/definitions/schemaArray" },
			"not": { "$ref": "#" }
		},
		"dependencies": {
			"exclusiveMaximum": ["maximum"],
			"exclusiveMinimum": ["minimum"]
		},
		"default": {}
	},
	"http://json-schema.org/draft-06/schema#": {
		"$schema": "http://json-schema.org/draft-06/schema#",
		"$id": "http://json-schema.org/draft-06/schema#",
		"title": "Core schema meta-schema",
		"definitions": {
			"schemaArray": {
				"type": "array",
				"minItems": 1,
				"items": { "$ref": "#" }
			},
			"nonNegativeInteger": {
				"type": "integer",
				"minimum": 0
			},
			"nonNegativeIntegerDefault0": { "allOf": [{ "$ref": "#/definitions/nonNegativeInteger" }, { "default": 0 }] },
			"simpleTypes": { "enum": [
				"array",
				"boolean",
				"integer",
				"null",
				"number",
				"object",
				"string"
			] },
			"stringArray": {
				"type": "array",
				"items": { "type": "string" },
				"uniqueItems": true,
				"default": []
			}
		},
		"type": ["object", "boolean"],
		"properties": {
			"$id": {
				"type": "string",
				"format": "uri-reference"
			},
			"$schema": {
				"type": "string",
				"format": "uri"
			},
			"$ref": {
				"type": "string",
				"format": "uri-reference"
			},
			"title": { "type": "string" },
			"description": { "type": "string" },
			"default": {},
			"examples": {
				"type": "array",
				"items": {}
			},
			"multipleOf": {
				"type": "number",
				"exclusiveMinimum": 0
			},
			"maximum": { "type": "number" },
			"exclusiveMaximum": { "type": "number" },
			"minimum": { "type": "number" },
			"exclusiveMinimum": { "type": "number" },
			"maxLength": { "$ref": "#/definitions/nonNegativeInteger" },
			"minLength": { "$ref": "#/definitions/nonNegativeIntegerDefault0" },
			"pattern": {
				"type": "string",
				"format": "regex"
			},
			"additionalItems": { "$ref": "#" },
			"items": {
				"anyOf": [{ "$ref": "#" }, { "$ref": "#/definitions/schemaArray" }],
				"default": {}
			},
			"maxItems": { "$ref": "#/definitions/nonNegativeInteger" },
			"minItems": { "$ref": "#/definitions/nonNegativeIntegerDefault0" },
			"uniqueItems": {
				"type": "boolean",
				"default": false
			},
			"contains": { "$ref": "#" },
			"maxProperties": { "$ref": "#/definitions/nonNegativeInteger" },
			"minProperties": { "$ref": "#/definitions/nonNegativeIntegerDefault0" },
			"required": { "$ref": "#/definitions/stringArray" },
			"additionalProperties": { "$ref": "#" },
			"definitions": {
				"type": "object",
				"additionalProperties": { "$ref": "#" },
				"default": {}
			},
			"properties": {
				"type": "object",
				"additionalProperties": { "$ref": "#" },
				"default": {}
			},
			"patternProperties": {
				"type": "object",
				"additionalProperties": { "$ref": "#" },
				"propertyNames": { "format": "regex" },
				"default": {}
			},
			"dependencies": {
				"type": "object",
				"additionalProperties": { "anyOf": [{ "$ref": "#" }, { "$ref": "#/definitions/stringArray" }] }
			},
			"propertyNames": { "$ref": "#" },
			"const": {},
			"enum": {
				"type": "array",
				"minItems": 1,
				"uniqueItems": true
			},
			"type": { "anyOf": [{ "$ref": "#/definitions/simpleTypes" }, {
				"type": "array",
				"items": { "$ref": "#/definitions/simpleTypes" },
				"minItems": 1,
				"uniqueItems": true
			}] },
			"format": { "type": "string" },
			"allOf": { "$ref": "#/definitions/schemaArray" },
			"anyOf": { "$ref": "#/definitions/schemaArray" },
			"oneOf": { "$ref": "#/definitions/schemaArray" },
			"not": { "$ref": "#" }
		},
		"default": {}
	},
	"http://json-schema.org/draft-07/schema#": {
		"$schema": "http://json-schema.org/draft-07/schema#",
		"$id": "http://json-schema.org/draft-07/schema#",
		"title": "Core schema meta-schema",
		"definitions": {
			"schemaArray": {
				"type": "array",
				"minItems": 1,
				"items": { "$ref": "#" }
			},
			"nonNegativeInteger": {
				"type": "integer",
				"minimum": 0
			},
			"nonNegativeIntegerDefault0": { "allOf": [{ "$ref": "#/definitions/nonNegativeInteger" }, { "default": 0 }] },
			"simpleTypes": { "enum": [
				"array",
				"boolean",
				"integer",
				"null",
				"number",
				"object",
				"string"
			] },
			"stringArray": {
				"type": "array",
				"items": { "type": "string" },
				"uniqueItems": true,
				"default": []
			}
		},
		"type": ["object", "boolean"],
		"properties": {
			"$id": {
				"type": "string",
				"format": "uri-reference"
			},
			"$schema": {
				"type": "string",
				"format": "uri"
			},
			"$ref": {
				"type": "string",
				"format": "uri-reference"
			},
			"$comment": { "type": "string" },
			"title": { "type": "string" },
			"description": { "type": "string" },
			"default": true,
			"readOnly": {
				"type": "boolean",
				"default": false
			},
			"writeOnly": {
				"type": "boolean",
				"default": false
			},
			"examples": {
				"type": "array",
				"items": true
			},
			"multipleOf": {
				"type": "number",
				"exclusiveMinimum": 0
			},
			"maximum": { "type": "number" },
			"exclusiveMaximum": { "type": "number" },
			"minimum": { "type": "number" },
			"exclusiveMinimum": { "type": "number" },
			"maxLength": { "$ref": "#/definitions/nonNegativeInteger" },
			"minLength": { "$ref": "#/definitions/nonNegativeIntegerDefault0" },
			"pattern": {
				"type": "string",
				"format": "regex"
			},
			"additionalItems": { "$ref": "#" },
			"items": {
				"anyOf": [{ "$ref": "#" }, { "$ref": "#/definitions/schemaArray" }],
				"default": true
			},
			"maxItems": { "$ref": "#/definitions/nonNegativeInteger" },
			"minItems": { "$ref": "#/definitions/nonNegativeIntegerDefault0" },
			"uniqueItems": {
				"type": "boolean",
				"default": false
			},
			"contains": { "$ref": "#" },
			"maxProperties": { "$ref": "#/definitions/nonNegativeInteger" },
			"minProperties": { "$ref": "#/definitions/nonNegativeIntegerDefault0" },
			"required": { "$ref": "#/definitions/stringArray" },
			"additionalProperties": { "$ref": "#" },
			"definitions": {
				"type": "object",
				"additionalProperties": { "$ref": "#" },
				"default": {}
			},
			"properties": {
				"type": "object",
				"additionalProperties": { "$ref": "#" },
				"default": {}
			},
			"patternProperties": {
				"type": "object",
				"additionalProperties": { "$ref": "#" },
				"propertyNames": { "format": "regex" },
				"default": {}
			},
			"dependencies": {
				"type": "object",
				"additionalProperties": { "anyOf": [{ "$ref": "#" }, { "$ref": "#/definitions/stringArray" }] }
			},
			"propertyNames": { "$ref": "#" },
			"const": true,
			"enum": {
				"type": "array",
				"items": true,
				"minItems": 1,
				"uniqueItems": true
			},
			"type": { "anyOf": [{ "$ref": "#/definitions/simpleTypes" }, {
				"type": "array",
				"items": { "$ref": "#/definitions/simpleTypes" },
				"minItems": 1,
				"uniqueItems": true
			}] },
			"format": { "type": "string" },
			"contentMediaType": { "type": "string" },
			"contentEncoding": { "type": "string" },
			"if": { "$ref": "#" },
			"then": { "$ref": "#" },
			"else": { "$ref": "#" },
			"allOf": { "$ref": "#/definitions/schemaArray" },
			"anyOf": { "$ref": "#/definitions/schemaArray" },
			"oneOf": { "$ref": "#/definitions/schemaArray" },
			"not": { "$ref": "#" }
		},
		"default": true
	},
	"https://json-schema.org/draft/2019-09/schema": {
		"$schema": "https://json-schema.org/draft/2019-09/schema",
		"$id": "https://json-schema.org/draft/2019-09/schema",
		"$vocabulary": {
			"https://json-schema.org/draft/2019-09/vocab/core": true,
			"https://json-schema.org/draft/2019-09/vocab/applicator": true,
			"https://json-schema.org/draft/2019-09/vocab/validation": true,
			"https://json-schema.org/draft/2019-09/vocab/meta-data": true,
			"https://json-schema.org/draft/2019-09/vocab/format": false,
			"https://json-schema.org/draft/2019-09/vocab/content": true
		},
		"$recursiveAnchor": true,
		"title": "Core and Validation specifications meta-schema",
		"allOf": [
			{
				"$schema": "https://json-schema.org/draft/2019-09/schema",
				"$id": "https://json-schema.org/draft/2019-09/meta/core",
				"$recursiveAnchor": true,
				"title": "Core vocabulary meta-schema",
				"type": ["object", "boolean"],
				"properties": {
					"$id": {
						"type": "string",
						"format": "uri-reference",
						"$comment": "Non-empty fragments not allowed.",
						"pattern": "^[^#]*#?$"
					},
					"$schema": {
						"type": "string",
						"format": "uri"
					},
					"$anchor": {
						"type": "string",
						"pattern": "^[A-Za-z][-A-Za-z0-9.:_]*$"
					},
					"$ref": {
						"type": "string",
						"format": "uri-reference"
					},
					"$recursiveRef": {
						"type": "string",
						"format": "uri-reference"
					},
					"$recursiveAnchor": {
						"type": "boolean",
						"default": false
					},
					"$vocabulary": {
						"type": "object",
						"propertyNames": {
							"type": "string",
							"format": "uri"
						},
						"additionalProperties": { "type": "boolean" }
					},
					"$comment": { "type": "string" },
					"$defs": {
						"type": "object",
						"additionalProperties": { "$recursiveRef": "#" },
						"default": {}
					}
				}
			},
			{
				"$schema": "https://json-schema.org/draft/2019-09/schema",
				"$id": "https://json-schema.org/draft/2019-09/meta/applicator",
				"$recursiveAnchor": true,
				"title": "Applicator vocabulary meta-schema",
				"type": ["object", "boolean"],
				"properties": {
					"additionalItems": { "$recursiveRef": "#" },
					"unevaluatedItems": { "$recursiveRef": "#" },
					"items": { "anyOf": [{ "$recursiveRef": "#" }, { "$ref": "#/$defs/schemaArray" }] },
					"contains": { "$recursiveRef": "#" },
					"additionalProperties": { "$recursiveRef": "#" },
					"unevaluatedProperties": { "$recursiveRef": "#" },
					"properties": {
						"type": "object",
						"additionalProperties": { "$recursiveRef": "#" },
						"default": {}
					},
					"patternProperties": {
						"type": "object",
						"additionalProperties": { "$recursiveRef": "#" },
						"propertyNames": { "format": "regex" },
						"default": {}
					},
					"dependentSchemas": {
						"type": "object",
						"additionalProperties": { "$recursiveRef": "#" }
					},
					"propertyNames": { "$recursiveRef": "#" },
					"if": { "$recursiveRef": "#" },
					"then": { "$recursiveRef": "#" },
					"else": { "$recursiveRef": "#" },
					"allOf": { "$ref": "#/$defs/schemaArray" },
					"anyOf": { "$ref": "#/$defs/schemaArray" },
					"oneOf": { "$ref": "#/$defs/schemaArray" },
					"not": { "$recursiveRef": "#" }
				},
				"$defs": { "schemaArray": {
					"type": "array",
					"minItems": 1,
					"items": { "$recursiveRef": "#" }
				} }
			},
			{
				"$schema": "https://json-schema.org/draft/2019-09/schema",
				"$id": "https://json-schema.org/draft/2019-09/meta/validation",
				"$recursiveAnchor": true,
				"title": "Validation vocabulary meta-schema",
				"type": ["object", "boolean"],
				"properties": {
					"multipleOf": {
						"type": "number",
						"exclusiveMinimum": 0
					},
					"maximum": { "type": "number" },
					"exclusiveMaximum": { "type": "number" },
					"minimum": { "type": "number" },
					"exclusiveMinimum": { "type": "number" },
					"maxLength": { "$ref": "#/$defs/nonNegativeInteger" },
					"minLength": { "$ref": "#/$defs/nonNegativeIntegerDefault0" },
					"pattern": {
						"type": "string",
						"format": "regex"
					},
					"maxItems": { "$ref": "#/$defs/nonNegativeInteger" },
					"minItems": { "$ref": "#/$defs/nonNegativeIntegerDefault0" },
					"uniqueItems": {
						"type": "boolean",
						"default": false
					},
					"maxContains": { "$ref": "#/$defs/nonNegativeInteger" },
					"minContains": {
						"$ref": "#/$defs/nonNegativeInteger",
						"default": 1
					},
					"maxProperties": { "$ref": "#/$defs/nonNegativeInteger" },
					"minProperties": { "$ref": "#/$defs/nonNegativeIntegerDefault0" },
					"required": { "$ref": "#/$defs/stringArray" },
					"dependentRequired": {
						"type": "object",
						"additionalProperties": { "$ref": "#/$defs/stringArray" }
					},
					"const": true,
					"enum": {
						"type": "array",
						"items": true
					},
					"type": { "anyOf": [{ "$ref": "#/$defs/simpleTypes" }, {
						"type": "array",
						"items": { "$ref": "#/$defs/simpleTypes" },
						"minItems": 1,
						"uniqueItems": true
					}] }
				},
				"$defs": {
					"nonNegativeInteger": {
						"type": "integer",
						"minimum": 0
					},
					"nonNegativeIntegerDefault0": {
						"$ref": "#/$defs/nonNegativeInteger",
						"default": 0
					},
					"simpleTypes": { "enum": [
						"array",
						"boolean",
						"integer",
						"null",
						"number",
						"object",
						"string"
					] },
					"stringArray": {
						"type": "array",
						"items": { "type": "string" },
						"uniqueItems": true,
						"default": []
					}
				}
			},
			{
				"$schema": "https://json-schema.org/draft/2019-09/schema",
				"$id": "https://json-schema.org/draft/2019-09/meta/meta-data",
				"$recursiveAnchor": true,
				"title": "Meta-data vocabulary meta-schema",
				"type": ["object", "boolean"],
				"properties": {
					"title": { "type": "string" },
					"description": { "type": "string" },
					"default": true,
					"deprecated": {
						"type": "boolean",
						"default": false
					},
					"readOnly": {
						"type": "boolean",
						"default": false
					},
					"writeOnly": {
						"type": "boolean",
						"default": false
					},
					"examples": {
						"type": "array",
						"items": true
					}
				}
			},
			{
				"$schema": "https://json-schema.org/draft/2019-09/schema",
				"$id": "https://json-schema.org/draft/2019-09/meta/format",
				"$recursiveAnchor": true,
				"title": "Format vocabulary meta-schema",
				"type": ["object", "boolean"],
				"properties": { "format": { "type": "string" } }
			},
			{
				"$schema": "https://json-schema.org/draft/2019-09/schema",
				"$id": "https://json-schema.org/draft/2019-09/meta/content",
				"$recursiveAnchor": true,
				"title": "Content vocabulary meta-schema",
				"type": ["object", "boolean"],
				"properties": {
					"contentMediaType": { "type": "string" },
					"contentEncoding": { "type": "string" },
					"contentSchema": { "$recursiveRef": "#" }
				}
			}
		],
		"type": ["object", "boolean"],
		"properties": {
			"definitions": {
				"$comment": "While no longer an official keyword as it is replaced by $defs, this keyword is retained in the meta-schema to prevent incompatible extensions as it remains in common use.",
				"type": "object",
				"additionalProperties": { "$recursiveRef": "#" },
				"default": {}
			},
			"dependencies": {
				"$comment": "\"dependencies\" is no longer a keyword, but schema authors should avoid redefining it to facilitate a smooth transition to \"dependentSchemas\" and \"dependentRequired\"",
				"type": "object",
				"additionalProperties": { "anyOf": [{ "$recursiveRef": "#" }, { "$ref": "meta/validation#/$defs/stringArray" }] }
			}
		}
	},
	"https://json-schema.org/draft/2020-12/schema": {
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"$id": "https://json-schema.org/draft/2020-12/schema",
		"$vocabulary": {
			"https://json-schema.org/draft/2020-12/vocab/core": true,
			"https://json-schema.org/draft/2020-12/vocab/applicator": true,
			"https://json-schema.org/draft/2020-12/vocab/unevaluated": true,
			"https://json-schema.org/draft/2020-12/vocab/validation": true,
			"https://json-schema.org/draft/2020-12/vocab/meta-data": true,
			"https://json-schema.org/draft/2020-12/vocab/format-annotation": true,
			"https://json-schema.org/draft/2020-12/vocab/content": true
		},
		"$dynamicAnchor": "meta",
		"title": "Core and Validation specifications meta-schema",
		"allOf": [
			{
				"$schema": "https://json-schema.org/draft/2020-12/schema",
				"$id": "https://json-schema.org/draft/2020-12/meta/core",
				"$dynamicAnchor": "meta",
				"title": "Core vocabulary meta-schema",
				"type": ["object", "boolean"],
				"properties": {
					"$id": {
						"$ref": "#/$defs/uriReferenceString",
						"$comment": "Non-empty fragments not allowed.",
						"pattern": "^[^#]*#?$"
					},
					"$schema": { "$ref": "#/$defs/uriString" },
					"$ref": { "$ref": "#/$defs/uriReferenceString" },
					"$anchor": { "$ref": "#/$defs/anchorString" },
					"$dynamicRef": { "$ref": "#/$defs/uriReferenceString" },
					"$dynamicAnchor": { "$ref": "#/$defs/anchorString" },
					"$vocabulary": {
						"type": "object",
						"propertyNames": { "$ref": "#/$defs/uriString" },
						"additionalProperties": { "type": "boolean" }
					},
					"$comment": { "type": "string" },
					"$defs": {
						"type": "object",
						"additionalProperties": { "$dynamicRef": "#meta" }
					}
				},
				"$defs": {
					"anchorString": {
						"type": "string",
						"pattern": "^[A-Za-z_][-A-Za-z0-9._]*$"
					},
					"uriString": {
						"type": "string",
						"format": "uri"
					},
					"uriReferenceString": {
						"type": "string",
						"format": "uri-reference"
					}
				}
			},
			{
				"$schema": "https://json-schema.org/draft/2020-12/schema",
				"$id": "https://json-schema.org/draft/2020-12/meta/applicator",
				"$dynamicAnchor": "meta",
				"title": "Applicator vocabulary meta-schema",
				"type": ["object", "boolean"],
				"properties": {
					"prefixItems": { "$ref": "#/$defs/schemaArray" },
					"items": { "$dynamicRef": "#meta" },
					"contains": { "$dynamicRef": "#meta" },
					"additionalProperties": { "$dynamicRef": "#meta" },
					"properties": {
						"type": "object",
						"additionalProperties": { "$dynamicRef": "#meta" },
						"default": {}
					},
					"patternProperties": {
						"type": "object",
						"additionalProperties": { "$dynamicRef": "#meta" },
						"propertyNames": { "format": "regex" },
						"default": {}
					},
					"dependentSchemas": {
						"type": "object",
						"additionalProperties": { "$dynamicRef": "#meta" },
						"default": {}
					},
					"propertyNames": { "$dynamicRef": "#meta" },
					"if": { "$dynamicRef": "#meta" },
					"then": { "$dynamicRef": "#meta" },
					"else": { "$dynamicRef": "#meta" },
					"allOf": { "$ref": "#/$defs/schemaArray" },
					"anyOf": { "$ref": "#/$defs/schemaArray" },
					"oneOf": { "$ref": "#/$defs/schemaArray" },
					"not": { "$dynamicRef": "#meta" }
				},
				"$defs": { "schemaArray": {
					"type": "array",
					"minItems": 1,
					"items": { "$dynamicRef": "#meta" }
				} }
			},
			{
				"$schema": "https://json-schema.org/draft/2020-12/schema",
				"$id": "https://json-schema.org/draft/2020-12/meta/unevaluated",
				"$dynamicAnchor": "meta",
				"title": "Unevaluated applicator vocabulary meta-schema",
				"type": ["object", "boolean"],
				"properties": {
					"unevaluatedItems": { "$dynamicRef": "#meta" },
					"unevaluatedProperties": { "$dynamicRef": "#meta" }
				}
			},
			{
				"$schema": "https://json-schema.org/draft/2020-12/schema",
				"$id": "https://json-schema.org/draft/2020-12/meta/validation",
				"$dynamicAnchor": "meta",
				"title": "Validation vocabulary meta-schema",
				"type": ["object", "boolean"],
				"properties": {
					"type": { "anyOf": [{ "$ref": "#/$defs/simpleTypes" }, {
						"type": "array",
						"items": { "$ref": "#/$defs/simpleTypes" },
						"minItems": 1,
						"uniqueItems": true
					}] },
					"const": true,
					"enum": {
						"type": "array",
						"items": true
					},
					"multipleOf": {
						"type": "number",
						"exclusiveMinimum": 0
					},
					"maximum": { "type": "number" },
					"exclusiveMaximum": { "type": "number" },
					"minimum": { "type": "number" },
					"exclusiveMinimum": { "type": "number" },
					"maxLength": { "$ref": "#/$defs/nonNegativeInteger" },
					"minLength": { "$ref": "#/$defs/nonNegativeIntegerDefault0" },
					"pattern": {
						"type": "string",
						"format": "regex"
					},
					"maxItems": { "$ref": "#/$defs/nonNegativeInteger" },
					"minItems": { "$ref": "#/$defs/nonNegativeIntegerDefault0" },
					"uniqueItems": {
						"type": "boolean",
						"default": false
					},
					"maxContains": { "$ref": "#/$defs/nonNegativeInteger" },
					"minContains": {
						"$ref": "#/$defs/nonNegativeInteger",
						"default": 1
					},
					"maxProperties": { "$ref": "#/$defs/nonNegativeInteger" },
					"minProperties": { "$ref": "#/$defs/nonNegativeIntegerDefault0" },
					"required": { "$ref": "#/$defs/stringArray" },
					"dependentRequired": {
						"type": "object",
						"additionalProperties": { "$ref": "#/$defs/stringArray" }
					}
				},
				"$defs": {
					"nonNegativeInteger": {
						"type": "integer",
						"minimum": 0
					},
					"nonNegativeIntegerDefault0": {
						"$ref": "#/$defs/nonNegativeInteger",
						"default": 0
					},
					"simpleTypes": { "enum": [
						"array",
						"boolean",
						"integer",
						"null",
						"number",
						"object",
						"string"
					] },
					"stringArray": {
						"type": "array",
						"items": { "type": "string" },
						"uniqueItems": true,
						"default": []
					}
				}
			},
			{
				"$schema": "https://json-schema.org/draft/2020-12/schema",
				"$id": "https://json-schema.org/draft/2020-12/meta/meta-data",
				"$dynamicAnchor": "meta",
				"title": "Meta-data vocabulary meta-schema",
				"type": ["object", "boolean"],
				"properties": {
					"title": { "type": "string" },
					"description": { "type": "string" },
					"default": true,
					"deprecated": {
						"type": "boolean",
						"default": false
					},
					"readOnly": {
						"type": "boolean",
						"default": false
					},
					"writeOnly": {
						"type": "boolean",
						"default": false
					},
					"examples": {
						"type": "array",
						"items": true
					}
				}
			},
			{
				"$schema": "https://json-schema.org/draft/2020-12/schema",
				"$id": "https://json-schema.org/draft/2020-12/meta/format-annotation",
				"$dynamicAnchor": "meta",
				"title": "Format vocabulary meta-schema for annotation results",
				"type": ["object", "boolean"],
				"properties": { "format": { "type": "string" } }
			},
			{
				"$schema": "https://json-schema.org/draft/2020-12/schema",
				"$id": "https://json-schema.org/draft/2020-12/meta/content",
				"$dynamicAnchor": "meta",
				"title": "Content vocabulary meta-schema",
				"type": ["object", "boolean"],
				"properties": {
					"contentEncoding": { "type": "string" },
					"contentMediaType": { "type": "string" },
					"contentSchema": { "$dynamicRef": "#meta" }
				}
			}
		],
		"type": ["object", "boolean"],
		"$comment": "This meta-schema also defines keywords that have appeared in previous drafts in order to prevent incompatible extensions as they remain in common use.",
		"properties": {
			"definitions": {
				"$comment": "\"definitions\" has been replaced by \"$defs\".",
				"type": "object",
				"additionalProperties": { "$dynamicRef": "#meta" },
				"deprecated": true,
				"default": {}
			},
			"dependencies": {
				"$comment": "\"dependencies\" has been split and replaced by \"dependentSchemas\" and \"dependentRequired\" in order to serve their differing semantics.",
				"type": "object",
				"additionalProperties": { "anyOf": [{ "$dynamicRef": "#meta" }, { "$ref": "meta/validation#/$defs/stringArray" }] },
				"deprecated": true,
				"default": {}
			},
			"$recursiveAnchor": {
				"$comment": "\"$recursiveAnchor\" has been replaced by \"$dynamicAnchor\".",
				"$ref": "meta/core#/$defs/anchorString",
				"deprecated": true
			},
			"$recursiveRef": {
				"$comment": "\"$recursiveRef\" has been replaced by \"$dynamicRef\".",
				"$ref": "meta/core#/$defs/uriReferenceString",
				"deprecated": true
			}
		}
	}
};
// build/schema/build.mjs
function CreateCode(build) {
	return `${build.Functions().join(";\n")}; return (value) => { ${(build.UseUnevaluated() ? ["const context = new CheckContext({}, {})", `return ${build.Entry()}`] : [`return ${build.Entry()}`]).join("; ")} }`;
}
function CreateEvaluatedCheck(build, code) {
	return Evaluate("CheckContext", "Guard", "Hashing", build.External().identifier, code)(CheckContext, guard_exports, hash_exports, build.External().variables);
}
function CreateDynamicCheck(build) {
	const stack = Stack(build.Context(), build.Schema());
	const context = new CheckContext();
	return (value) => CheckSchema(stack, context, build.Schema(), value);
}
function CreateCheck(build, code) {
	return CanEvaluate() ? CreateEvaluatedCheck(build, code) : CreateDynamicCheck(build);
}
var EvaluateResult = class {
	constructor(isAccelerated, code, check) {
		this.isAccelerated = isAccelerated;
		this.code = code;
		this.check = check;
	}
	IsAccelerated() {
		return this.isAccelerated;
	}
	Code() {
		return this.code;
	}
	Check(value) {
		return this.check(value);
	}
};
var BuildResult = class {
	constructor(context, schema, external, functions, entry, useUnevaluated) {
		this.context = context;
		this.schema = schema;
		this.external = external;
		this.functions = functions;
		this.entry = entry;
		this.useUnevaluated = useUnevaluated;
	}
	Context() {
		return this.context;
	}
	Schema() {
		return this.schema;
	}
	UseUnevaluated() {
		return this.useUnevaluated;
	}
	External() {
		return this.external;
	}
	Functions() {
		return this.functions;
	}
	Entry() {
		return this.entry;
	}
	Evaluate() {
		const code = CreateCode(this);
		const check = CreateCheck(this, code);
		return new EvaluateResult(CanEvaluate(), code, check);
	}
};
function Build(...args) {
	const [context, schema] = Match$1(args, {
		2: (context, schema) => [context, schema],
		1: (schema) => [{}, schema]
	});
	ResetUnique();
	ResetExternal();
	ResetFunctions();
	const stack = Stack(context, schema);
	const build = new BuildContext(HasUnevaluated(context, schema));
	const call = CreateFunction(stack, build, schema, "value");
	const functions = GetFunctions();
	return new BuildResult(context, schema, GetExternal(), functions, call, build.UseUnevaluated());
}
// build/schema/errors.mjs
function Errors(...args) {
	const [context, schema, value] = Match$1(args, {
		3: (context, schema, value) => [
			context,
			schema,
			value
		],
		2: (schema, value) => [
			{},
			schema,
			value
		]
	});
	const stack = Stack(context, schema);
	const errorContext = new ErrorContext();
	const result = ErrorSchema(stack, errorContext, "#", "", schema, value);
	const errors = errorContext.GetErrors();
	const locale = Get$2();
	return [result, errors.map((error) => ({
		...error,
		message: locale(error)
	}))];
}
// build/system/settings/internal.mjs
let TempMaxErrors = 0;
function EnableParseErrors() {
	const settings = Get$1();
	TempMaxErrors = settings.maxErrors;
	settings.maxErrors = settings.maxParseErrors;
}
function DisableParseErrors() {
	const settings = Get$1();
	settings.maxErrors = TempMaxErrors;
}
// build/schema/check.mjs
function Check(...args) {
	const [context, schema, value] = Match$1(args, {
		3: (context, schema, value) => [
			context,
			schema,
			value
		],
		2: (schema, value) => [
			{},
			schema,
			value
		]
	});
	return CheckSchema(Stack(context, schema), new CheckContext(), schema, value);
}
// build/schema/parse.mjs
var ParseError = class {
	constructor(schema, value, errors) {
		this.schema = schema;
		this.value = value;
		this.errors = errors;
	}
};
function ThrowParseError(context, schema, value) {
	EnableParseErrors();
	const result = Errors(context, schema, value);
	DisableParseErrors();
	throw new ParseError(schema, value, result[1]);
}
function Parse(...args) {
	const [context, schema, value] = Match$1(args, {
		3: (context, schema, value) => [
			context,
			schema,
			value
		],
		2: (schema, value) => [
			{},
			schema,
			value
		]
	});
	if (Check(context, schema, value)) return value;
	ThrowParseError(context, schema, value);
}
// build/schema/compile.mjs
var Validator = class {
	constructor(context, schema) {
		this.evaluateResult = Build(context, schema).Evaluate();
		this.context = context;
		this.schema = schema;
	}
	IsAccelerated() {
		return this.evaluateResult.IsAccelerated();
	}
	Schema() {
		return this.schema;
	}
	Check(value) {
		return this.evaluateResult.Check(value);
	}
	Parse(value) {
		if (this.evaluateResult.Check(value)) return value;
		ThrowParseError(this.context, this.schema, value);
	}
	Errors(value) {
		return Errors(this.context, this.schema, value);
	}
};
function Compile(...args) {
	const [context, schema] = Match$1(args, {
		2: (context, schema) => [context, schema],
		1: (schema) => [{}, schema]
	});
	return new Validator(context, schema);
}
// build/schema/index.mjs
var schema_default = __exportAll({
	Build: () => Build,
	BuildAdditionalItems: () => BuildAdditionalItems,
	BuildAdditionalProperties: () => BuildAdditionalProperties,
	BuildAllOf: () => BuildAllOf,
	BuildAnyOf: () => BuildAnyOf,
	BuildConst: () => BuildConst,
	BuildContains: () => BuildContains,
	BuildContext: () => BuildContext,
	BuildDependencies: () => BuildDependencies,
	BuildDependentRequired: () => BuildDependentRequired,
	BuildDependentSchemas: () => BuildDependentSchemas,
	BuildEnum: () => BuildEnum,
	BuildExclusiveMaximum: () => BuildExclusiveMaximum,
	BuildExclusiveMinimum: () => BuildExclusiveMinimum,
	BuildFormat: () => BuildFormat,
	BuildIf: () => BuildIf,
	BuildItems: () => BuildItems,
	BuildMaxContains: () => BuildMaxContains,
	BuildMaxItems: () => BuildMaxItems,
	BuildMaxLength: () => BuildMaxLength,
	BuildMaxProperties: () => BuildMaxProperties,
	BuildMaximum: () => BuildMaximum,
	BuildMinContains: () => BuildMinContains,
	BuildMinItems: () => BuildMinItems,
	BuildMinLength: () => BuildMinLength,
	BuildMinProperties: () => BuildMinProperties,
	BuildMinimum: () => BuildMinimum,
	BuildMultipleOf: () => BuildMultipleOf,
	BuildNot: () => BuildNot,
	BuildOneOf: () => BuildOneOf,
	BuildPattern: () => BuildPattern,
	BuildPatternProperties: () => BuildPatternProperties,
	BuildPrefixItems: () => BuildPrefixItems,
	BuildProperties: () => BuildProperties,
	BuildPropertyNames: () => BuildPropertyNames,
	BuildRecursiveRef: () => BuildRecursiveRef,
	BuildRef: () => BuildRef,
	BuildRefine: () => BuildRefine,
	BuildRequired: () => BuildRequired,
	BuildResult: () => BuildResult,
	BuildSchema: () => BuildSchema,
	BuildSchemaBoolean: () => BuildSchemaBoolean,
	BuildSchemaPushStack: () => BuildSchemaPushStack,
	BuildType: () => BuildType,
	BuildUnevaluatedItems: () => BuildUnevaluatedItems,
	BuildUnevaluatedProperties: () => BuildUnevaluatedProperties,
	BuildUniqueItems: () => BuildUniqueItems,
	Check: () => Check,
	CheckAdditionalItems: () => CheckAdditionalItems,
	CheckAdditionalProperties: () => CheckAdditionalProperties,
	CheckAllOf: () => CheckAllOf,
	CheckAnyOf: () => CheckAnyOf,
	CheckConst: () => CheckConst,
	CheckContains: () => CheckContains,
	CheckContext: () => CheckContext,
	CheckDependencies: () => CheckDependencies,
	CheckDependentRequired: () => CheckDependentRequired,
	CheckDependentSchemas: () => CheckDependentSchemas,
	CheckEnum: () => CheckEnum,
	CheckExclusiveMaximum: () => CheckExclusiveMaximum,
	CheckExclusiveMinimum: () => CheckExclusiveMinimum,
	CheckFormat: () => CheckFormat,
	CheckIf: () => CheckIf,
	CheckItems: () => CheckItems,
	CheckMaxContains: () => CheckMaxContains,
	CheckMaxItems: () => CheckMaxItems,
	CheckMaxLength: () => CheckMaxLength,
	CheckMaxProperties: () => CheckMaxProperties,
	CheckMaximum: () => CheckMaximum,
	CheckMinContains: () => CheckMinContains,
	CheckMinItems: () => CheckMinItems,
	CheckMinLength: () => CheckMinLength,
	CheckMinProperties: () => CheckMinProperties,
	CheckMinimum: () => CheckMinimum,
	CheckMultipleOf: () => CheckMultipleOf,
	CheckNot: () => CheckNot,
	CheckOneOf: () => CheckOneOf,
	CheckPattern: () => CheckPattern,
	CheckPatternProperties: () => CheckPatternProperties,
	CheckPrefixItems: () => CheckPrefixItems,
	CheckProperties: () => CheckProperties,
	CheckPropertyNames: () => CheckPropertyNames,
	CheckRecursiveRef: () => CheckRecursiveRef,
	CheckRef: () => CheckRef,
	CheckRefine: () => CheckRefine,
	CheckRequired: () => CheckRequired,
	CheckSchema: () => CheckSchema,
	CheckSchemaBoolean: () => CheckSchemaBoolean,
	CheckSchemaPushStack: () => CheckSchemaPushStack,
	CheckType: () => CheckType,
	CheckUnevaluatedItems: () => CheckUnevaluatedItems,
	CheckUnevaluatedProperties: () => CheckUnevaluatedProperties,
	CheckUniqueItems: () => CheckUniqueItems,
	Compile: () => Compile,
	CreateFunction: () => CreateFunction,
	CreateUnique: () => CreateUnique,
	CreateVariable: () => CreateVariable,
	DefaultUri: () => DefaultUri,
	ErrorAdditionalItems: () => ErrorAdditionalItems,
	ErrorAdditionalProperties: () => ErrorAdditionalProperties,
	ErrorAllOf: () => ErrorAllOf,
	ErrorAnyOf: () => ErrorAnyOf,
	ErrorConst: () => ErrorConst,
	ErrorContains: () => ErrorContains,
	ErrorContext: () => ErrorContext,
	ErrorDependencies: () => ErrorDependencies,
	ErrorDependentRequired: () => ErrorDependentRequired,
	ErrorDependentSchemas: () => ErrorDependentSchemas,
	ErrorEnum: () => ErrorEnum,
	ErrorExclusiveMaximum: () => ErrorExclusiveMaximum,
	ErrorExclusiveMinimum: () => ErrorExclusiveMinimum,
	ErrorFormat: () => ErrorFormat,
	ErrorIf: () => ErrorIf,
	ErrorItems: () => ErrorItems,
	ErrorMaxContains: () => ErrorMaxContains,
	ErrorMaxItems: () => ErrorMaxItems,
	ErrorMaxLength: () => ErrorMaxLength,
	ErrorMaxProperties: () => ErrorMaxProperties,
	ErrorMaximum: () => ErrorMaximum,
	ErrorMinContains: () => ErrorMinContains,
	ErrorMinItems: () => ErrorMinItems,
	ErrorMinLength: () => ErrorMinLength,
	ErrorMinProperties: () => ErrorMinProperties,
	ErrorMinimum: () => ErrorMinimum,
	ErrorMultipleOf: () => ErrorMultipleOf,
	ErrorNot: () => ErrorNot,
	ErrorOneOf: () => ErrorOneOf,
	ErrorPattern: () => ErrorPattern,
	ErrorPatternProperties: () => ErrorPatternProperties,
	ErrorPrefixItems: () => ErrorPrefixItems,
	ErrorProperties: () => ErrorProperties,
	ErrorPropertyNames: () => ErrorPropertyNames,
	ErrorRecursiveRef: () => ErrorRecursiveRef,
	ErrorRef: () => ErrorRef,
	ErrorRefine: () => ErrorRefine,
	ErrorRequired: () => ErrorRequired,
	ErrorSchema: () => ErrorSchema,
	ErrorSchemaBoolean: () => ErrorSchemaBoolean,
	ErrorSchemaPushStack: () => ErrorSchemaPushStack,
	ErrorType: () => ErrorType,
	ErrorUnevaluatedItems: () => ErrorUnevaluatedItems,
	ErrorUnevaluatedProperties: () => ErrorUnevaluatedProperties,
	ErrorUniqueItems: () => ErrorUniqueItems,
	Errors: () => Errors,
	EvaluateResult: () => EvaluateResult,
	GetExternal: () => GetExternal,
	GetFunctions: () => GetFunctions,
	HasUnevaluated: () => HasUnevaluated,
	Intern: () => Intern,
	IsAdditionalItems: () => IsAdditionalItems,
	IsAdditionalProperties: () => IsAdditionalProperties,
	IsAllOf: () => IsAllOf,
	IsAnchor: () => IsAnchor,
	IsAnyOf: () => IsAnyOf,
	IsConst: () => IsConst,
	IsContains: () => IsContains,
	IsDefault: () => IsDefault,
	IsDefs: () => IsDefs,
	IsDependencies: () => IsDependencies,
	IsDependentRequired: () => IsDependentRequired,
	IsDependentSchemas: () => IsDependentSchemas,
	IsDynamicAnchor: () => IsDynamicAnchor,
	IsDynamicRef: () => IsDynamicRef,
	IsElse: () => IsElse,
	IsEnum: () => IsEnum,
	IsExclusiveMaximum: () => IsExclusiveMaximum,
	IsExclusiveMinimum: () => IsExclusiveMinimum,
	IsFormat: () => IsFormat,
	IsId: () => IsId,
	IsIf: () => IsIf,
	IsItems: () => IsItems,
	IsItemsSized: () => IsItemsSized,
	IsItemsUnsized: () => IsItemsUnsized,
	IsMaxContains: () => IsMaxContains,
	IsMaxItems: () => IsMaxItems,
	IsMaxLength: () => IsMaxLength,
	IsMaxProperties: () => IsMaxProperties,
	IsMaximum: () => IsMaximum,
	IsMinContains: () => IsMinContains,
	IsMinItems: () => IsMinItems,
	IsMinLength: () => IsMinLength,
	IsMinProperties: () => IsMinProperties,
	IsMinimum: () => IsMinimum,
	IsMultipleOf: () => IsMultipleOf,
	IsNot: () => IsNot,
	IsOneOf: () => IsOneOf,
	IsPattern: () => IsPattern,
	IsPatternProperties: () => IsPatternProperties,
	IsPrefixItems: () => IsPrefixItems,
	IsProperties: () => IsProperties,
	IsPropertyNames: () => IsPropertyNames,
	IsRecursiveAnchor: () => IsRecursiveAnchor,
	IsRecursiveAnchorTrue: () => IsRecursiveAnchorTrue,
	IsRecursiveRef: () => IsRecursiveRef,
	IsRef: () => IsRef,
	IsRefine: () => IsRefine,
	IsRequired: () => IsRequired,
	IsSchema: () => IsSchema,
	IsSchemaBoolean: () => IsSchemaBoolean,
	IsSchemaObject: () => IsSchemaObject,
	IsThen: () => IsThen,
	IsType: () => IsType,
	IsUnevaluatedItems: () => IsUnevaluatedItems,
	IsUnevaluatedProperties: () => IsUnevaluatedProperties,
	IsUniqueItems: () => IsUniqueItems,
	Meta: () => Meta,
	NextStack: () => NextStack,
	NextUri: () => NextUri,
	Parse: () => Parse,
	ParseError: () => ParseError,
	Pointer: () => pointer_exports,
	Reducer: () => Reducer,
	ResetExternal: () => ResetExternal,
	ResetFunctions: () => ResetFunctions,
	ResetUnique: () => ResetUnique,
	Resolve: () => resolve_exports,
	Stack: () => Stack,
	ThrowParseError: () => ThrowParseError,
	Validator: () => Validator
});
export { CheckPrefixItems as $, ErrorRefine as $n, IsConst as $r, CheckFormat as $t, ErrorUnevaluatedProperties as A, CheckSchemaBoolean as An, IsMaxProperties as Ar, ErrorMinContains as At, BuildRef as B, CheckAdditionalProperties as Bn, IsFormat as Br, BuildMaximum as Bt, ErrorSchema as C, BuildContains as Cn, IsNot as Cr, CheckMinItems as Ct, ErrorUniqueItems as D, CheckConst as Dn, IsMinItems as Dr, ErrorMinimum as Dt, CheckUniqueItems as E, BuildConst as En, IsMinLength as Er, CheckMinimum as Et, CheckType as F, BuildAllOf as Fn, IsItems as Fr, CheckMaxLength as Ft, ErrorRecursiveRef as G, CreateUnique as Gn, IsDynamicRef as Gr, ErrorMaxContains as Gt, ErrorRef as H, BuildAdditionalItems as Hn, IsExclusiveMaximum as Hr, ErrorMaximum as Ht, ErrorType as I, CheckAllOf as In, IsItemsSized as Ir, ErrorMaxLength as It, ErrorPropertyNames as J, NextStack as Jn, IsDependentRequired as Jr, ErrorItems as Jt, BuildPropertyNames as K, ResetUnique as Kn, IsDynamicAnchor as Kr, BuildItems as Kt, BuildRequired as L, ErrorAllOf as Ln, IsItemsUnsized as Lr, BuildMaxItems as Lt, CheckUnevaluatedItems as M, BuildAnyOf as Mn, IsMaxItems as Mr, CheckMaxProperties as Mt, ErrorUnevaluatedItems as N, CheckAnyOf as Nn, IsMaxContains as Nr, ErrorMaxProperties as Nt, BuildUnevaluatedProperties as O, ErrorConst as On, IsMinContains as Or, BuildMinContains as Ot, BuildType as P, ErrorAnyOf as Pn, IsMaximum as Pr, BuildMaxLength as Pt, BuildPrefixItems as Q, CheckRefine as Qn, IsContains as Qr, BuildFormat as Qt, CheckRequired as R, Reducer as Rn, IsIf as Rr, CheckMaxItems as Rt, CheckSchemaPushStack as S, ErrorDependencies as Sn, IsOneOf as Sr, BuildMinItems as St, BuildUniqueItems as T, ErrorContains as Tn, IsMinProperties as Tr, BuildMinimum as Tt, BuildRecursiveRef as U, CheckAdditionalItems as Un, IsEnum as Ur, BuildMaxContains as Ut, CheckRef as V, ErrorAdditionalProperties as Vn, IsExclusiveMinimum as Vr, CheckMaximum as Vt, CheckRecursiveRef as W, ErrorAdditionalItems as Wn, IsElse as Wr, CheckMaxContains as Wt, CheckProperties as X, Stack as Xn, IsDefs as Xr, CheckIf as Xt, BuildProperties as Y, NextUri as Yn, IsDependencies as Yr, BuildIf as Yt, ErrorProperties as Z, BuildRefine as Zn, IsDefault as Zr, ErrorIf as Zt, GetFunctions as _, BuildDependentRequired as _n, IsPropertyNames as _r, CheckMinProperties as _t, ParseError as a, IsSchema as ai, CheckExclusiveMaximum as an, ErrorContext as ar, CheckPattern as at, BuildSchemaPushStack as b, BuildDependencies as bn, IsPatternProperties as br, CheckMinLength as bt, DisableParseErrors as c, IsRefine as ci, CheckEnum as cn, IsUnevaluatedItems as cr, CheckOneOf as ct, Build as d, Delete as dn, IsThen as dr, CheckNot as dt, IsAnyOf as ei, ErrorFormat as en, CreateVariable as er, ErrorPrefixItems as et, BuildResult as f, Set$1 as fn, IsRequired as fr, ErrorNot as ft, CreateFunction as g, ErrorDependentSchemas as gn, IsRecursiveAnchorTrue as gr, BuildMinProperties as gt, Intern as h, CheckDependentSchemas as hn, IsRecursiveAnchor as hr, ErrorMultipleOf as ht, Parse as i, IsAdditionalItems as ii, BuildExclusiveMaximum as in, CheckContext as ir, BuildPattern as it, BuildUnevaluatedItems as j, ErrorSchemaBoolean as jn, IsMaxLength as jr, BuildMaxProperties as jt, CheckUnevaluatedProperties as k, BuildSchemaBoolean as kn, IsMinimum as kr, CheckMinContains as kt, EnableParseErrors as l, ErrorEnum as ln, IsUniqueItems as lr, ErrorOneOf as lt, Meta as m, BuildDependentSchemas as mn, IsRecursiveRef as mr, CheckMultipleOf as mt, Compile as n, IsAllOf as ni, CheckExclusiveMinimum as nn, ResetExternal as nr, CheckPatternProperties as nt, ThrowParseError as o, IsSchemaBoolean as oi, ErrorExclusiveMaximum as on, HasUnevaluated as or, ErrorPattern as ot, EvaluateResult as p, pointer_exports as pn, IsRef as pr, BuildMultipleOf as pt, CheckPropertyNames as q, DefaultUri as qn, IsDependentSchemas as qr, CheckItems as qt, Validator as r, IsAdditionalProperties as ri, ErrorExclusiveMinimum as rn, BuildContext as rr, ErrorPatternProperties as rt, Check as s, IsSchemaObject as si, BuildEnum as sn, IsUnevaluatedProperties as sr, BuildOneOf as st, schema_default as t, IsAnchor as ti, BuildExclusiveMinimum as tn, GetExternal as tr, BuildPatternProperties as tt, Errors as u, resolve_exports as un, IsType as ur, BuildNot as ut, ResetFunctions as v, CheckDependentRequired as vn, IsProperties as vr, ErrorMinProperties as vt, ErrorSchemaPushStack as w, CheckContains as wn, IsMultipleOf as wr, ErrorMinItems as wt, CheckSchema as x, CheckDependencies as xn, IsPattern as xr, ErrorMinLength as xt, BuildSchema as y, ErrorDependentRequired as yn, IsPrefixItems as yr, BuildMinLength as yt, ErrorRequired as z, BuildAdditionalProperties as zn, IsId as zr, ErrorMaxItems as zt };
