// What can be asked, offered while somebody types a command.

const MOST = 40;

/**
 * [{label, about, text, isPartial}]: `text` is what the line becomes. Empty where nothing fits, or
 * where the line is no command.
 */
export function suggestions(line, bot) {
  if (!line.startsWith("/") || line.includes("\n")) return [];
  const { command } = bot;
  if (command.startsWith(line)) return [whole(bot), ...bot.questions.map((one) => asked(one, command))].slice(0, MOST);
  if (!line.startsWith(`${command} `)) return [];
  const words = line.slice(command.length + 1).toLowerCase();
  const fitting = bot.questions.filter((one) => fits(one.usage.toLowerCase(), words));
  return fitting.map((one) => asked(one, command)).slice(0, MOST);
}

/** A question fits while its own words are typed, and while what follows them is. */
function fits(usage, words) {
  const own = ownWords(usage);
  return own === "" ? words === "" : own.startsWith(words) || words.startsWith(`${own} `);
}

function whole(bot) {
  return { label: bot.command, about: bot.hint, text: `${bot.command} `, isPartial: true };
}

function asked({ usage, help }, command) {
  const own = ownWords(usage);
  const isPartial = own !== usage;
  return { label: `${command} ${usage}`, about: help, text: `${command} ${own}${own && isPartial ? " " : ""}`, isPartial };
}

/** The words of a usage that are typed as they are: those before the first that stands for others. */
function ownWords(usage) {
  const words = usage.split(" ");
  const end = words.findIndex((word) => !/^[a-z-]+$/.test(word));
  return words.slice(0, end < 0 ? words.length : end).join(" ");
}
