// How the server is started, and what to say when it cannot be: without anything of VS Code, so that it can be tested alone.
'use strict';

const { execFile } = require('node:child_process');

const INSTALL = "-m pip install 'pylint-graphlint[server]'";
const PATIENCE = 30000; // milliseconds

/** The words of the command: what is set, or else the interpreter's own graphlint. */
function command(settings, interpreter) {
  if (settings.command && settings.command.length) {
    return settings.command;
  }
  const python = settings.interpreter && settings.interpreter.length ? settings.interpreter : interpreter;
  const words = python && python.length ? python : [process.platform === 'win32' ? 'python' : 'python3'];
  return [...words, '-m', 'graphlint', 'server'];
}

/** What to tell the user of a server that did not start. */
function explanation(words, failure) {
  const python = words.slice(0, words.indexOf('-m') < 0 ? 1 : words.indexOf('-m')).join(' ');
  const errors = failure.stderr || '';
  if (failure.code === 'ENOENT' || failure.code === 'EACCES') {
    return `graphlint: ${words[0]} cannot be run. Set graphlint.interpreter or graphlint.command.`;
  }
  if (/No module named '?(graphlint|pygls|lsprotocol)|pylint-graphlint\[server\]/.test(errors)) {
    return `graphlint: the language server is not installed for ${python}. Run: ${python} ${INSTALL}`;
  }
  if (/invalid choice|no command server/.test(errors)) {
    return `graphlint: that of ${python} is too old to have a language server. Run: ${python} ${INSTALL} --upgrade`;
  }
  const last = errors.trim().split('\n').pop() || `it ended with ${failure.signal || failure.code}`;
  return `graphlint: ${words.join(' ')} did not start: ${last}`;
}

/** Starts the server without a client, which ends it at once; gives what to tell the user, or nothing. */
function trouble(words, cwd) {
  return new Promise((resolve) => {
    const child = execFile(words[0], words.slice(1), { cwd, timeout: PATIENCE }, (error, _, stderr) => {
      resolve(error ? explanation(words, { code: error.code, signal: error.signal, stderr }) : undefined);
    });
    child.stdin.on('error', () => {}); // it has ended already
    child.stdin.end();
  });
}

module.exports = { command, explanation, trouble };
