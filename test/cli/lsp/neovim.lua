-- Opens a spec with the language server, asks what an editor asks, and prints the answers as JSON.
local answers = {}
vim.cmd("edit tools.d/say.yaml")
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({ name = "toolgen", cmd = { vim.env.NODE, vim.env.TOOLGEN, "lsp" }, root_dir = vim.loop.cwd() })
vim.lsp.buf_attach_client(buffer, id)

local function shows(count)
  return vim.wait(60000, function() return #vim.diagnostic.get(buffer) == count end, 20)
end
local function ask(method, line, character, more)
  local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = line, character = character } }
  local all = vim.lsp.buf_request_sync(buffer, method, vim.tbl_extend("error", params, more or {}), 60000)
  return all and all[id] and all[id].result
end

answers.reported = shows(1) and vim.diagnostic.get(buffer)[1].message
local completions = ask("textDocument/completion", 2, 6)
answers.completions = vim.tbl_map(function(item) return item.label end, completions.items or completions)
vim.api.nvim_buf_set_lines(buffer, 2, 3, false, { "kind: read" })
answers.corrected = shows(0)
answers.hover = ask("textDocument/hover", 2, 1).contents.value
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", 3, 27, { newName = "words" }), "utf-16")
answers.text = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
vim.lsp.stop_client(id)
answers.stopped = vim.wait(60000, function() return vim.lsp.client_is_stopped(id) end, 20)
io.stdout:write(vim.fn.json_encode(answers))
vim.cmd("qall!")
