import { join } from 'node:path'
import { openMemory, type Remembered } from '#runtime/memory.ts'

export type Label = {
  id: number
  name: string
  color: string
  description: string | null
  /** GitHub gave it to the new repository. */
  isDefault: boolean
}

type NewLabel = Omit<Label, 'id' | 'isDefault'>

export type Labels = Remembered & {
  of(repositoryId: number): readonly Label[]
  named(repositoryId: number, name: string): Label | undefined
  add(repositoryId: number, label: NewLabel): Promise<Label>
  /** Creates the labels that are missing, as GitHub does when an issue gets them. */
  ensure(repositoryId: number, names: readonly string[]): Promise<void>
}

/** Those of every new repository on GitHub. */
const DEFAULTS: readonly [name: string, color: string, description: string][] = [
  ['bug', 'd73a4a', "Something isn't working"],
  ['documentation', '0075ca', 'Improvements or additions to documentation'],
  ['duplicate', 'cfd3d7', 'This issue or pull request already exists'],
  ['enhancement', 'a2eeef', 'New feature or request'],
  ['good first issue', '7057ff', 'Good for newcomers'],
  ['help wanted', '008672', 'Extra attention is needed'],
  ['invalid', 'e4e669', "This doesn't seem right"],
  ['question', 'd876e3', 'Further information is requested'],
  ['wontfix', 'ffffff', 'This will not be worked on'],
]
const IDS_PER_REPOSITORY = 1000

export function openLabels(folder: string): Labels {
  const memory = openMemory(join(folder, 'labels.json'), () => ({
    added: {} as Record<number, Label[]>,
  }))
  const of = (repositoryId: number) => [
    ...DEFAULTS.map(([name, color, description], i) => ({
      id: repositoryId * IDS_PER_REPOSITORY + i,
      name,
      color,
      description,
      isDefault: true,
    })),
    ...(memory.state.added[repositoryId] ?? []),
  ]
  const named = (repositoryId: number, name: string) =>
    of(repositoryId).find((one) => one.name.toLowerCase() === name.toLowerCase())
  const add = (repositoryId: number, label: NewLabel) =>
    memory.change(({ added }) => {
      const id = repositoryId * IDS_PER_REPOSITORY + of(repositoryId).length
      const made = { ...label, id, isDefault: false }
      added[repositoryId] = [...(added[repositoryId] ?? []), made]
      return made
    })

  return {
    of,
    named,
    add,
    async ensure(repositoryId, names) {
      for (const name of names) {
        if (!named(repositoryId, name)) {
          await add(repositoryId, { name, color: 'ededed', description: null })
        }
      }
    },
    reset: memory.reset,
    close: memory.close,
  }
}
