// What a run of the tests prints: failures, how far it is, what runs, and at the end the longest files and the count.
import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node';

const LONGEST = 10;
const LINE_EVERY_MS = 20_000;

/** Prints one line that is replaced in a terminal, and a line every twenty seconds elsewhere. */
export class TestProgress extends DefaultReporter {
  /** When each file started, by its path from the root. */
  readonly #running = new Map<string, number>();
  readonly #seconds: { readonly name: string; readonly seconds: number }[] = [];
  #total = 0;
  #startedAt = 0;
  #printedAt = 0;

  /** Without the summary of vitest, whose lines would be mixed with ours. */
  constructor() {
    super({ summary: false });
  }

  /** Begins to count. */
  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.#total = specifications.length;
    this.#startedAt = performance.now();
  }

  /** A file starts. */
  onTestModuleStart(module: TestModule): void {
    this.#running.set(this.relative(module.moduleId), performance.now());
  }

  /** A file has ended: its failures, and how far the run is. */
  override onTestModuleEnd(module: TestModule): void {
    const name = this.relative(module.moduleId);
    const startedAt = this.#running.get(name) ?? performance.now();
    this.#running.delete(name);
    this.#seconds.push({ name, seconds: (performance.now() - startedAt) / 1000 });
    for (const test of module.children.allTests('failed'))
      this.log(`FAIL ${name} > ${test.fullName}`);
    this.#print();
  }

  /** The ten files that took longest, in seconds. */
  longest(): readonly string[] {
    return this.#seconds
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, LONGEST)
      .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);
  }

  #print(): void {
    const done = this.#seconds.length;
    const now = performance.now();
    if (!this.isTTY && done < this.#total && now - this.#printedAt < LINE_EVERY_MS) return;
    this.#printedAt = now;
    const elapsed = Math.round((now - this.#startedAt) / 1000);
    const time = `${Math.floor(elapsed / 60)}:${`${elapsed % 60}`.padStart(2, '0')}`;
    const running = [...this.#running.keys()].join(', ');
    const line = `${done}/${this.#total} files, ${time}${running && `, now ${running}`}`;
    if (!this.isTTY) this.log(line);
    else process.stdout.write(`\r\u001b[K${line.slice(0, (process.stdout.columns ?? 80) - 1)}`);
    if (this.isTTY && done === this.#total) process.stdout.write('\n');
  }
}
