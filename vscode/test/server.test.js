'use strict';

const test = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const server = require('../server');

test('the command that is set comes first, then the interpreter, then that of the Python extension', () => {
  assert.deepEqual(server.command({ command: ['graphlint', 'server'], interpreter: ['py'] }, ['other']), ['graphlint', 'server']);
  assert.deepEqual(server.command({ command: [], interpreter: ['py', '-3'] }, ['other']), ['py', '-3', '-m', 'graphlint', 'server']);
  assert.deepEqual(server.command({ command: [], interpreter: [] }, ['other']), ['other', '-m', 'graphlint', 'server']);
  assert.match(server.command({}, undefined)[0], /^python3?$/);
});

const WORDS = ['/bin/py', '-m', 'graphlint', 'server'];
for (const [failure, wanted] of [
  [{ code: 'ENOENT' }, 'graphlint: /bin/py cannot be run. Set graphlint.interpreter or graphlint.command.'],
  [{ code: 1, stderr: '/bin/py: No module named graphlint\n' },
    "graphlint: the language server is not installed for /bin/py. Run: /bin/py -m pip install 'pylint-graphlint[server]'"],
  [{ code: 2, stderr: "graphlint server: pygls is not installed: pip install 'pylint-graphlint[server]'\n" },
    "graphlint: the language server is not installed for /bin/py. Run: /bin/py -m pip install 'pylint-graphlint[server]'"],
  [{ code: 2, stderr: "graphlint: error: no command server (the commands are confirm)\n" },
    "graphlint: that of /bin/py is too old to have a language server. Run: /bin/py -m pip install 'pylint-graphlint[server]' --upgrade"],
  [{ code: 1, stderr: 'Traceback\nValueError: x\n' }, 'graphlint: /bin/py -m graphlint server did not start: ValueError: x'],
  [{ code: null, signal: 'SIGTERM', stderr: '' }, 'graphlint: /bin/py -m graphlint server did not start: it ended with SIGTERM'],
]) {
  test(`what is told: ${wanted.slice(0, 60)}`, () => assert.equal(server.explanation(WORDS, failure), wanted));
}

test('a server that ends without trouble when there is no client is fine', { skip: process.platform === 'win32' }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'graphlint-'));
  const python = path.join(folder, 'python');
  fs.writeFileSync(python, '#!/bin/sh\ncat\n', { mode: 0o755 });
  assert.equal(await server.trouble([python, '-m', 'graphlint', 'server']), undefined);
  fs.writeFileSync(python, '#!/bin/sh\necho "$0: No module named graphlint" >&2\nexit 1\n', { mode: 0o755 });
  assert.match(await server.trouble([python, '-m', 'graphlint', 'server']), /is not installed for .*python\. Run: /);
  assert.match(await server.trouble([path.join(folder, 'none')]), /none cannot be run/);
  fs.rmSync(folder, { recursive: true });
});
