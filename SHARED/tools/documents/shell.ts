/** A shell text taken apart into commands and their words: as much of a shell as documents use. */

/** Quotes may go over several lines; `<…>` stands for something else; brackets say that something may be left out. */
const TOKEN =
  /\\\n|(?<space>[ \t[\]]+)|(?<comment>(?<=^|\s)#[^\n]*)|(?<end>\n|&&|;|\|)|(?<redirect>\d?>>?[ \t]*[^\s;|]+)|(?<word>(?:<[^>\s]*>|'[^']*'|"[^"]*"|[^\s'"[\];|])+)/gm;
const PROMPT = /^[ \t]*\$ /gm;
const ASSIGNMENT = /^[A-Z_][A-Z0-9_]*=/;

/** The commands of a text, each as its words without quotes; what is assigned before one and where its output goes is left out. */
export function commandsIn(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const { groups } of text.replace(PROMPT, '').matchAll(TOKEN)) {
    const { end, word } = groups ?? {};
    if (end !== undefined) commands.push([]);
    const command = commands.at(-1) as string[];
    if (word === undefined || (command.length === 0 && ASSIGNMENT.test(word))) continue;
    command.push(word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  }
  return commands.filter((words) => words.length > 0);
}
