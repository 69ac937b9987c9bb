import { fieldsOf, InvalidInput } from '#runtime/fields.ts'
import type { BuilderNeeds } from './memory.ts'
import { PROJECT_ID, projectFrom, starterFiles, withFiles } from './project.ts'
import { readFiles } from './read-files.ts'

/** `{"projects":[{"id":"sb1-soup","title":"Soup","files":{"a.txt":"x","b.png":{"base64":"…"}}}]}` */
export async function seedProjects({ memory, clock }: BuilderNeeds, input: unknown): Promise<void> {
  const list = fieldsOf(input).value('projects')
  if (!Array.isArray(list)) throw new InvalidInput('"projects" must be a list.')

  for (const one of list.map(fieldsOf)) {
    const title = one.text('title', 'Project')
    const id = one.has('id') ? one.text('id') : undefined
    if (id !== undefined && !PROJECT_ID.test(id)) throw new InvalidInput('"id" is no project id.')
    const isGiven = one.has('files')
    const empty = projectFrom(
      { title, files: isGiven ? {} : starterFiles(title), ...(id && { id }) },
      clock.now(),
    )
    const files = isGiven ? readFiles(one.value('files')) : {}
    await memory.projects.put(withFiles(empty, files, clock.now()))
  }
}
