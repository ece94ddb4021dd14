import { expect, it, vi } from "vitest";
import { createTasks, type SeenRun } from "./tasks";

/** A task that the test finishes or fails. */
function makeTask() {
  let finish = (): void => {};
  let fail = (_: Error): void => {};
  let run: SeenRun | undefined;
  const act = (given: SeenRun) => {
    run = given;
    return new Promise<void>((resolve, reject) => {
      finish = resolve;
      fail = reject;
    });
  };
  return { act, finish: () => finish(), fail: (error: Error) => fail(error), run: () => run };
}

const rest = () => new Promise((resolve) => setTimeout(resolve));

it("runs tasks in turn, also after one that failed", async () => {
  const onFailed = vi.fn();
  const tasks = createTasks(onFailed);
  const [first, second] = [makeTask(), makeTask()];
  tasks.run("First", first.act);
  const ended = tasks.run("Second", second.act);
  await rest();
  expect(tasks.get()?.label).toBe("First");
  expect(second.run()).toBeUndefined();
  const error = new Error("No");
  first.fail(error);
  await rest();
  expect(onFailed).toHaveBeenCalledWith("First", error);
  expect(tasks.get()?.label).toBe("Second");
  expect(tasks.isBusy()).toBe(true);
  second.finish();
  await ended;
  expect(tasks.get()).toBe(null);
  expect(tasks.isBusy()).toBe(false);
});

it("shows a task's progress", async () => {
  const tasks = createTasks(() => {});
  const task = makeTask();
  const seen: unknown[] = [];
  tasks.subscribe(() => seen.push(tasks.get()));
  tasks.run("Pasting", task.act);
  await rest();
  task.run()?.report({ total: 10 });
  task.run()?.report({ done: 4 });
  task.finish();
  await rest();
  const none = { label: "Pasting", done: 0, total: null, hindrance: null };
  expect(seen).toEqual([none, { ...none, total: 10 }, { ...none, total: 10, done: 4 }, null]);
});

it("ends a cancelled task without an error and does not cancel the next", async () => {
  const onFailed = vi.fn();
  const tasks = createTasks(onFailed);
  const [first, second] = [makeTask(), makeTask()];
  tasks.run("First", first.act);
  tasks.run("Second", second.act);
  await rest();
  tasks.cancel();
  expect(first.run()?.signal.aborted).toBe(true);
  first.fail(new Error("stopped"));
  await rest();
  expect(onFailed).not.toHaveBeenCalled();
  expect(second.run()?.signal.aborted).toBe(false);
});

it("does not show a hidden task, though the next one waits for it", async () => {
  const tasks = createTasks(() => {});
  const [first, second] = [makeTask(), makeTask()];
  tasks.run("First", first.act);
  tasks.run("Second", second.act);
  await rest();
  first.run()?.hide();
  first.run()?.report({ done: 1 });
  expect([tasks.get(), tasks.isBusy(), second.run()]).toEqual([null, true, undefined]);
  first.finish();
  await rest();
  expect(tasks.get()?.label).toBe("Second");
});
