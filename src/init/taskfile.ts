import { isJsonObject } from "../runtime/json/json-value.js";
import { describe, isHarmless, isLasting } from "./entry-line.js";
import type { Entry } from "./proposal.js";

/** In the order in which Task looks for them. */
export const taskfileNames = [
  "Taskfile.yml",
  "taskfile.yml",
  "Taskfile.yaml",
  "taskfile.yaml",
  "Taskfile.dist.yml",
  "taskfile.dist.yml",
  "Taskfile.dist.yaml",
  "taskfile.dist.yaml",
] as const;

/** The tasks of a Taskfile that can be run without variables. `document` is the file's YAML as plain data. */
export function taskfileTasks(document: unknown, file: string): readonly Entry[] {
  const tasks = isJsonObject(document) && isJsonObject(document.tasks) ? document.tasks : {};
  return Object.entries(tasks)
    .filter(([name, task]) => isName(name) && isPublic(task))
    .map(([name, task]): Entry => {
      const comment = isJsonObject(task) && typeof task.desc === "string" ? task.desc : undefined;
      return {
        prefix: "task",
        file,
        entry: name,
        description: describe(`task ${name}`, { comment }),
        kind: "execute",
        ...(isHarmless(name) ? { risk: "moderate" } : {}),
        ...(isLasting(name) ? { isBackground: true } : {}),
        command: ["task", name],
      };
    });
}

/** Wildcards, options and assignments aren't names: Task would parse `a=b` as a variable. */
const isName = (name: string) => /^[\p{L}\p{N}_][\p{L}\p{N}_:./+@-]{0,99}$/u.test(name);

/** Task asks for confirmation before such a task, and would wait for an answer. */
const isPublic = (task: unknown) =>
  !isJsonObject(task) || (task.internal !== true && task.requires === undefined && task.prompt === undefined);
