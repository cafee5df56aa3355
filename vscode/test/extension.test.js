'use strict';

const test = require('node:test');
const assert = require('node:assert/strict');
const Module = require('node:module');
const fs = require('node:fs');
const path = require('node:path');

const server = require('../server');
const manifest = require('../package.json');

/** The extension with stand-ins for VS Code and for the client, and what it does with them. */
function loaded({ settings = {}, python, editor } = {}) {
  const seen = { clients: [], errors: [], warnings: [], commands: {}, requests: [], probed: [] };
  const defaults = Object.fromEntries(Object.entries(manifest.contributes.configuration.properties)
    .map(([name, one]) => [name.replace('graphlint.', ''), one.default]));
  const vscode = {
    window: {
      activeTextEditor: editor,
      createOutputChannel: () => ({ appendLine() {}, dispose() {} }),
      showErrorMessage: async (text) => { seen.errors.push(text); },
      showWarningMessage: async (text) => { seen.warnings.push(text); },
    },
    workspace: {
      workspaceFolders: [{ uri: { fsPath: __dirname } }],
      getConfiguration: () => ({ get: (name) => ({ ...defaults, ...settings })[name] }),
      onDidChangeConfiguration: (listener) => { seen.configured = listener; return { dispose() {} }; },
    },
    commands: {
      registerCommand: (name, run) => { seen.commands[name] = run; return { dispose() {} }; },
      executeCommand: async () => {},
    },
    extensions: { getExtension: () => python },
  };
  class LanguageClient {
    constructor(id, name, serverOptions, clientOptions) {
      Object.assign(this, { serverOptions, clientOptions, state: 'new' });
      seen.clients.push(this);
    }
    async start() { this.state = 'running'; }
    async dispose() { this.state = 'stopped'; }
    async sendRequest(method, params) { seen.requests.push([method, params]); }
  }
  const load = Module._load;
  Module._load = (request, ...rest) => {
    if (request === 'vscode') { return vscode; }
    if (request === 'vscode-languageclient/node') { return { LanguageClient }; }
    return load(request, ...rest);
  };
  const file = require.resolve('../extension');
  delete require.cache[file];
  try {
    seen.extension = require(file);
  } finally {
    Module._load = load;
  }
  server.trouble = async (words) => { seen.probed.push(words); return seen.trouble; };
  return seen;
}

test('it starts the server with the interpreter of the Python extension', async () => {
  const environments = { getActiveEnvironmentPath: () => ({ path: '/venv/bin/python' }) };
  const seen = loaded({ python: { isActive: false, activate: async () => ({ environments }) } });
  await seen.extension.activate({ subscriptions: [] });
  const [client] = seen.clients;
  assert.deepEqual([client.serverOptions.command, ...client.serverOptions.args], ['/venv/bin/python', '-m', 'graphlint', 'server']);
  assert.equal(client.serverOptions.options.cwd, __dirname);
  assert.deepEqual(client.clientOptions.documentSelector.map((one) => one.scheme), ['file', 'untitled']);
  await seen.extension.deactivate();
  assert.equal(client.state, 'stopped');
});

test('what is missing is told, and no client is started', async () => {
  const seen = loaded();
  seen.trouble = 'graphlint: the language server is not installed';
  await seen.extension.activate({ subscriptions: [] });
  assert.deepEqual([seen.errors, seen.clients], [['graphlint: the language server is not installed'], []]);
  await seen.commands['graphlint.confirmFile']();
  seen.trouble = undefined; // it was installed
  await seen.commands['graphlint.restart']();
  assert.equal(seen.clients[0].state, 'running');
});

test('it is not started where it is switched off', async () => {
  const seen = loaded({ settings: { enabled: false } });
  await seen.extension.activate({ subscriptions: [] });
  assert.deepEqual([seen.probed, seen.clients], [[], []]);
});

test('another interpreter starts it anew; other settings are the server\'s', async () => {
  const seen = loaded();
  await seen.extension.activate({ subscriptions: [] });
  await seen.configured({ affectsConfiguration: (name) => name === 'graphlint.select' });
  assert.equal(seen.clients.length, 1);
  await seen.configured({ affectsConfiguration: (name) => name === 'graphlint.interpreter' });
  assert.deepEqual(seen.clients.map((one) => one.state), ['stopped', 'running']);
});

test('a file is confirmed when the user asks for it', async () => {
  const document = { languageId: 'python', uri: { toString: () => 'file:///train.py' } };
  const seen = loaded({ editor: { document } });
  await seen.extension.activate({ subscriptions: [] });
  await seen.commands['graphlint.confirmFile']();
  assert.deepEqual(seen.requests, [['workspace/executeCommand', { command: 'graphlint.confirm', arguments: ['file:///train.py'] }]]);
  document.languageId = 'markdown';
  await seen.commands['graphlint.confirmFile']();
  assert.deepEqual([seen.requests.length, seen.warnings], [1, ['graphlint: open the Python file that is to be run']]);
});

test('the manifest names files and commands that are there', async () => {
  assert.ok(fs.existsSync(path.join(__dirname, '..', manifest.main)));
  const seen = loaded();
  await seen.extension.activate({ subscriptions: [] });
  assert.deepEqual(Object.keys(seen.commands).sort(), manifest.contributes.commands.map((one) => one.command).sort());
});
