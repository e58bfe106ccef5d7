/* typebox 1.4.3, joined by npm run generate; its licence is beside it. */
import { At as IsString, Ot as IsObject, lt as HasPropertyKey } from "./parts/guard.mjs";
// build/error/errors.mjs
function IsValidationError(value) {
	return IsObject(value) && HasPropertyKey(value, "keyword") && HasPropertyKey(value, "schemaPath") && HasPropertyKey(value, "instancePath") && HasPropertyKey(value, "params") && IsString(value.keyword) && IsString(value.schemaPath) && IsString(value.instancePath) && IsObject(value.params);
}
function IsLocalizedValidationError(value) {
	return IsValidationError(value) && HasPropertyKey(value, "message") && IsString(value.message);
}
export { IsLocalizedValidationError, IsValidationError };
