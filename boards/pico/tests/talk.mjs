// What a person at a console does, whether the console is on the board or on the host.

/** The prompt, with colours or without. */
export const PROMPT = /(?:(?:Black|Red) (?:X|O|\x1b\S* \S+ \x1b\S*)|over) > $/;

export class Talk {
  /** What was said and not looked at yet, and all of it. */
  rest = '';
  all = '';

  hear(text) {
    this.rest += text;
    this.all += text;
  }

  /** Takes everything up to the end of the pattern, if it has come. */
  take(pattern) {
    const match = pattern.exec(this.rest);
    if (!match) {
      return null;
    }
    const end = match.index + match[0].length;
    const taken = this.rest.slice(0, end);
    this.rest = this.rest.slice(end);
    return taken;
  }

  /** Types a line and gives back the answer, up to the next prompt. */
  async ask(line, options) {
    this.send(`${line}\r`);
    return clean(await this.until(PROMPT, options));
  }
}

/** Without what only concerns the terminal: carriage returns, and the live line that is written over. */
export function clean(text) {
  return text.replaceAll('\r\n', '\n').replace(/\r\x1b\[K(\x1b\[2m[^\n]*?\x1b\[0m)?/g, '');
}

/** The machine's moves in what was said, with all it says about them: `Red plays 4  (depth …)`. */
export function answers(text) {
  return text.match(/^(Black|Red) plays .*$|^try .*$/gm) ?? [];
}

/** How the game ended, if it has: `win`, `loss` or `draw` for the person. */
export function outcome(text) {
  if (text.includes('you win.')) return 'win';
  if (text.includes('the machine wins.')) return 'loss';
  if (text.includes('a draw.')) return 'draw';
  return null;
}

/** The drawn board, with letters, as the last one in the text; six rows from the top. */
export function board(text) {
  const rows = text.match(/^ \|.*\|$/gm)?.slice(-6) ?? [];
  return rows.map((row) => row.slice(2, -1).split(' ').join(''));
}
