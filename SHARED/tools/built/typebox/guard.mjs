export { rt as EmitGuard, d as GlobalsGuard, Vt as Guard, n as NativeGuard, t as default } from "./parts/guard.mjs";
