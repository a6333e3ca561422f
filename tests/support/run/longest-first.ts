// Starts the longest test files first, so that no worker ends with one while the others have nothing left.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import known from './seconds-per-file.json' with { type: 'json' };

const SECONDS: Readonly<Record<string, number>> = known;
const ROOT = path.resolve(import.meta.dirname, '../../..');

/**
 * Sorts files that have a process each by their length alone, across projects. Files that share a process follow,
 * project by project in the order of the configuration: a process is only reused within a project.
 */
export class LongestFirst extends BaseSequencer {
  /** The files in the order in which they start. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = this.ctx.projects.map(({ name }) => name);
    const rank = ({ project }: TestSpecification) =>
      project.config.isolate ? -1 : projects.indexOf(project.name);
    // As in its last run here, else as in the committed table.
    const expectedMs = (file: TestSpecification) =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ??
      (SECONDS[path.relative(ROOT, file.moduleId)] ?? 0) * 1000;
    return files.toSorted((a, b) => rank(a) - rank(b) || expectedMs(b) - expectedMs(a));
  }
}
