-- Opens the file that GRAPHLINT_FILE names, with the server that GRAPHLINT_COMMAND starts; prints what Neovim then knows, as JSON.

local words = vim.split(vim.env.GRAPHLINT_COMMAND, " ")
vim.cmd("edit " .. vim.env.GRAPHLINT_FILE)
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({ name = "graphlint", cmd = words, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(buffer, id)

local function diagnostics()
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(found, string.format("%d:%d %s %s", one.lnum + 1, one.col, vim.diagnostic.severity[one.severity], one.message))
  end
  return found
end

local function ask(method, extra)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, "utf-16"), extra or {})
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000) or {}
  return answers[id] and answers[id].result
end

local told = {}
vim.wait(20000, function() return #diagnostics() > 0 end)
told.diagnostics = diagnostics()

vim.api.nvim_win_set_cursor(0, { tonumber(vim.env.GRAPHLINT_LINE), 6 })
local range = vim.lsp.util.make_range_params(0, "utf-16")
range.context = { diagnostics = {} }
told.actions = {}
local first
for _, action in ipairs(ask("textDocument/codeAction", range)) do
  table.insert(told.actions, action.title)
  first = first or action
end
told.hover = ask("textDocument/hover").contents.value
told.lenses = {}
for _, lens in ipairs(ask("textDocument/codeLens", { textDocument = vim.lsp.util.make_text_document_params() })) do
  table.insert(told.lenses, string.format("%d %s", lens.range.start.line + 1, lens.command.title))
end

vim.lsp.util.apply_workspace_edit(first.edit, "utf-16")
vim.wait(20000, function() return #diagnostics() == 0 end)
told.after = { text = vim.api.nvim_buf_get_lines(buffer, 0, -1, false), diagnostics = diagnostics() }

vim.lsp.stop_client(id)
told.stopped = vim.wait(20000, function() return vim.lsp.get_client_by_id(id) == nil end)
io.stdout:write(vim.json.encode(told))
vim.cmd("qall!")
