/** The many ways to write one place into a URL, right and wrong: what somebody tries who wants us to go there. */

const octets = (address: string) => address.split('.').map(Number);
const number = (address: string) => octets(address).reduce((sum, octet) => sum * 256 + octet, 0);
const hex = (value: number, width = 1) => value.toString(16).padStart(width, '0');
const octal = (value: number) => `0${value.toString(8)}`;
const fullWidth = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const circled = (text: string) =>
  text.replace(/\d/g, (digit) => (digit === '0' ? '⓪' : String.fromCodePoint(0x2460 + Number(digit) - 1)));

/** Spellings of an IPv4 address as the host of a URL. */
export function hostForms(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = octets(address);
  const whole = number(address);
  const groups = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${hex(whole)}`,
    `0X${hex(whole, 8).toUpperCase()}`,
    octal(whole),
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map((octet) => `0x${hex(octet)}`).join('.'),
    [a, b, c, d].map((octet) => `00${octal(octet)}`).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
    `0x${hex(a)}.${octal(b)}.${c}.${d}`,
    `${octal(a)}.0x${hex(b * 65_536 + c * 256 + d)}`,
    fullWidth(address),
    circled(address),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '%2e'),
    encodeURIComponent(address).replace(/^./, (first) => `%${hex(first.charCodeAt(0))}`),
    `[::ffff:${address}]`,
    `[::ffff:${groups}]`,
    `[0:0:0:0:0:FFFF:${groups}]`,
    `[::${address}]`,
    `[64:ff9b::${groups}]`,
    `[2002:${groups}::]`,
    `[::ffff:${address}%25lo]`,
  ];
}

/** Dresses a host up as a URL, in ways that parsers disagree about. */
export function dressedUp(host: string, port: number): readonly string[] {
  return [
    `http://${host}:${port}/mcp`,
    `https://${host}:${port}/mcp`,
    `HTTP://${host}:${port}/mcp`,
    `http:/${host}:${port}/mcp`,
    `http:${host}:${port}/mcp`,
    `http:\\\\${host}:${port}\\mcp`,
    `http://\t${host}:${port}/mcp\n`,
    ` http://${host}:${port}/mcp `,
    `http://agent.example.org@${host}:${port}/mcp`,
    `http://agent.example.org:80@${host}:${port}/mcp`,
    `http://agent.example.org%2f@${host}:${port}/mcp`,
    `http://${host}:${port}/mcp#@agent.example.org/`,
    `http://${host}:${port}/mcp?to=agent.example.org`,
    `http://${host}:0${port}/mcp`,
    `http://${host}:${port}/mcp/../mcp`,
    `http://${host}:${port}/mcp%0d%0ax-evil:1`,
    `http://${host}:${port}/mcp\r\nx-evil: 1`,
  ];
}

/** Addresses of other schemes than http. */
export function otherSchemes(host: string, port: number): readonly string[] {
  const schemes = ['ftp', 'ws', 'wss', 'gopher', 'dict', 'ldap', 'tftp', 'sftp', 'jar', 'netdoc', 'file', 'memory'];
  return [
    ...schemes.map((scheme) => `${scheme}://${host}:${port}/mcp`),
    `${host}:${port}/mcp`,
    `//${host}:${port}/mcp`,
    'file:///etc/passwd',
    'data:application/json,{}',
    'javascript:fetch("/")',
    'unix:/var/run/docker.sock',
    'http+unix://%2fvar%2frun%2fdocker.sock/mcp',
    'http://',
    'http:///mcp',
    'http://:80/mcp',
    'http://[::1',
    'http://[::1]]/mcp',
    'http://a b/mcp',
    '',
  ];
}
