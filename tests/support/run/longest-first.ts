// Starts the longest test files first, so that no worker ends with one while the others have nothing left.
import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What a file takes that was never run here: about a second for each kilobyte. */
const MS_PER_BYTE = 1;

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
    const expectedMs = (file: TestSpecification) =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ??
      statSync(file.moduleId).size * MS_PER_BYTE;
    return files.toSorted((a, b) => rank(a) - rank(b) || expectedMs(b) - expectedMs(a));
  }
}
