/* typebox 1.4.3, joined by npm run generate; its licence is beside it. */
import { g as Get, v as Match } from "./parts/system.mjs";
import { c as DisableParseErrors, d as Build, l as EnableParseErrors } from "./parts/schema.mjs";
import { D as Convert, E as Default, P as Errors, S as Decode, f as ParseError, g as Create, k as Clean, p as Parser, v as HasCodec, y as Encode } from "./parts/value.mjs";
// build/compile/code.mjs
function TsIgnore() {
	return `// @ts-ignore`;
}
function Separator() {
	return ``;
}
function ImportSection(build) {
	const context = build.UseUnevaluated() ? [`import { CheckContext } from "typebox/schema"`] : [];
	const hashing = `import { Hashing } from "typebox/system"`;
	const guard = `import { Guard } from "typebox/guard"`;
	return [
		...context,
		hashing,
		guard
	];
}
function ExternalSection(build) {
	const { identifier } = build.External();
	return [
		Separator(),
		TsIgnore(),
		`let ${identifier} = []`,
		Separator(),
		TsIgnore(),
		`export function SetExternal(external) { ${identifier} = external.variables }`
	];
}
function FunctionSection(build) {
	return build.Functions().map((func) => [
		Separator(),
		TsIgnore(),
		`${func};`
	].join("\n"));
}
function ExportSection(build) {
	const body = build.UseUnevaluated() ? `const context = new CheckContext({}, {}); return ${build.Entry()}` : `return ${build.Entry()}`;
	return [
		Separator(),
		TsIgnore(),
		`export function Check(value) { ${body} }`
	];
}
function Code(...args) {
	const [context, type] = Match(args, {
		2: (context, type) => [context, type],
		1: (type) => [{}, type]
	});
	const build = Build(context, type);
	const code = [
		...ImportSection(build),
		...ExternalSection(build),
		...FunctionSection(build),
		...ExportSection(build)
	].join("\n");
	return {
		External: build.External(),
		Code: code
	};
}
// build/compile/validator.mjs
var Validator = class {
	constructor(context, type) {
		this.hasCodec = HasCodec(context, type);
		this.buildResult = Build(context, type);
		this.evaluateResult = this.buildResult.Evaluate();
	}
	IsAccelerated() {
		return this.evaluateResult.IsAccelerated();
	}
	Context() {
		return this.buildResult.Context();
	}
	Type() {
		return this.buildResult.Schema();
	}
	Code() {
		return this.evaluateResult.Code();
	}
	Check(value) {
		return this.evaluateResult.Check(value);
	}
	Parse(value) {
		if (this.Check(value)) return value;
		if (Get().correctiveParse) return Parser(this.Context(), this.Type(), value);
		EnableParseErrors();
		const errors = this.Errors(value);
		DisableParseErrors();
		throw new ParseError(value, errors);
	}
	Errors(value) {
		if (this.IsAccelerated() && this.Check(value)) return [];
		return Errors(this.Context(), this.Type(), value);
	}
	Clean(value) {
		return Clean(this.Context(), this.Type(), value);
	}
	Convert(value) {
		return Convert(this.Context(), this.Type(), value);
	}
	Create() {
		return Create(this.Context(), this.Type());
	}
	Default(value) {
		return Default(this.Context(), this.Type(), value);
	}
	Decode(value) {
		return this.hasCodec ? Decode(this.Context(), this.Type(), value) : this.Parse(value);
	}
	Encode(value) {
		return this.hasCodec ? Encode(this.Context(), this.Type(), value) : this.Parse(value);
	}
};
// build/compile/compile.mjs
function Compile(...args) {
	const [context, type] = Match(args, {
		2: (context, type) => [context, type],
		1: (type) => [{}, type]
	});
	return new Validator(context, type);
}
// build/compile/index.mjs
var compile_default = Compile;
export { Code, Compile, Validator, compile_default as default };
