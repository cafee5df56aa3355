// Starts `graphlint server` and hands it what is typed; all else is the server's.
'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const server = require('./server');

const STARTS = ['enabled', 'interpreter', 'command']; // the settings that need another start

let client;
let output;
let starting = Promise.resolve();

async function activate(context) {
  output = vscode.window.createOutputChannel('graphlint');
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand('graphlint.restart', restart),
    vscode.commands.registerCommand('graphlint.confirmFile', confirmFile),
    vscode.workspace.onDidChangeConfiguration((event) => {
      return STARTS.some((name) => event.affectsConfiguration(`graphlint.${name}`)) ? restart() : undefined;
    }),
  );
  const python = vscode.extensions.getExtension('ms-python.python');
  const environments = python && python.isActive && python.exports && python.exports.environments;
  if (environments && environments.onDidChangeActiveEnvironmentPath) {
    context.subscriptions.push(environments.onDidChangeActiveEnvironmentPath(restart));
  }
  await restart();
}

function deactivate() {
  return stop();
}

/** Starts it anew, after any start that is under way. */
function restart() {
  starting = starting.then(stop).then(start).catch((error) => {
    output.appendLine(String(error && error.stack ? error.stack : error));
    vscode.window.showErrorMessage(`graphlint: the language server did not start: ${error && error.message ? error.message : error}`);
  });
  return starting;
}

async function stop() {
  const running = client;
  client = undefined;
  if (running) {
    await running.dispose();
  }
}

async function start() {
  const settings = vscode.workspace.getConfiguration('graphlint');
  if (!settings.get('enabled')) {
    return;
  }
  const words = server.command({ command: settings.get('command'), interpreter: settings.get('interpreter') }, await chosenInterpreter());
  const folders = vscode.workspace.workspaceFolders || [];
  const cwd = folders.length ? folders[0].uri.fsPath : undefined;
  const trouble = await server.trouble(words, cwd);
  if (trouble) {
    output.appendLine(trouble);
    vscode.window.showErrorMessage(trouble, 'Settings').then((choice) => { // not waited for: the start is over
      return choice ? vscode.commands.executeCommand('workbench.action.openSettings', 'graphlint.interpreter') : undefined;
    });
    return;
  }
  client = new LanguageClient(
    'graphlint',
    'graphlint',
    { command: words[0], args: words.slice(1), options: { cwd } },
    {
      documentSelector: [{ scheme: 'file', language: 'python' }, { scheme: 'untitled', language: 'python' }],
      outputChannel: output,
    },
  );
  await client.start();
}

/** The interpreter that is chosen in the Python extension, if there is one. */
async function chosenInterpreter() {
  const python = vscode.extensions.getExtension('ms-python.python');
  if (!python) {
    return undefined;
  }
  const api = python.isActive ? python.exports : await python.activate();
  const folders = vscode.workspace.workspaceFolders || [];
  const environments = api && api.environments;
  const found = environments && environments.getActiveEnvironmentPath(folders.length ? folders[0].uri : undefined);
  return found && found.path ? [found.path] : undefined;
}

async function confirmFile() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.languageId !== 'python') {
    vscode.window.showWarningMessage('graphlint: open the Python file that is to be run');
  } else if (!client) {
    vscode.window.showWarningMessage('graphlint: the language server is not running');
  } else {
    await client.sendRequest('workspace/executeCommand', { command: 'graphlint.confirm', arguments: [editor.document.uri.toString()] });
  }
}

module.exports = { activate, deactivate };
