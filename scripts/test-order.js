import { readFileSync } from 'node:fs'
import { BaseSequencer } from 'vitest/node'

/**
 * Within a project, files of one environment follow each other: a worker goes on with the next file, and with its
 * modules, only if the environment is the same.
 */
export class TestOrder extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const placeOf = new Map(
      sorted.map((file) => [
        file,
        2 * projects.indexOf(file.project) + (namesEnvironment(file.moduleId) ? 1 : 0),
      ]),
    )

    return sorted.toSorted((a, b) => placeOf.get(a) - placeOf.get(b))
  }
}

const namesEnvironment = (path) => readFileSync(path, 'utf8').startsWith('// @vitest-environment ')
