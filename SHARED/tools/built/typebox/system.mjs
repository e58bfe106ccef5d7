export { y as Arguments, u as Environment, m as Hashing, c as Locale, r as Memory, _ as Settings, n as System, t as default } from "./parts/system.mjs";
