// Claude Code's hook payloads, with the keys that its current versions send; the harness adds `cwd`.

export const COMMITS = "[way:softwaredev/delivery/commits]";
export const COMMIT_PROMPT = "write a commit message for these changes";

type Fields = Readonly<Record<string, unknown>>;

export function prompt(text: string, fields: Fields = {}): Fields {
  return { session_id: "s1", hook_event_name: "UserPromptSubmit", prompt: text, ...fields };
}

export function toolUse(tool: string, input: Fields, fields: Fields = {}): Fields {
  return {
    session_id: "s1",
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
    tool_use_id: "toolu_1",
    ...fields,
  };
}

export function bash(command: string, fields: Fields = {}): Fields {
  return toolUse("Bash", { command }, fields);
}

export function sessionStart(source: string, fields: Fields = {}): Fields {
  return { session_id: "s1", hook_event_name: "SessionStart", source, ...fields };
}
