import { type Person, publishableKey, type Requests, tokensOf } from './people.ts'

type Call = { method?: string; data?: object }

/** The data API as another client of this person calls it. */
export async function restClientFor(request: Requests, person: Person) {
  const { access_token, user } = await tokensOf(request, person)
  const apikey = await publishableKey(request)

  return {
    id: user.id,
    async rest<Answer>(path: string, { method = 'GET', data }: Call = {}): Promise<Answer> {
      const answer = await request.fetch(`/rest/v1/${path}`, {
        method,
        ...(data && { data }),
        headers: {
          apikey,
          authorization: `Bearer ${access_token}`,
          prefer: 'return=representation',
        },
      })
      if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
      return (await answer.json()) as Answer
    },
  }
}

export type RestClient = Awaited<ReturnType<typeof restClientFor>>

/** Creates a project with tasks in its first column. */
export async function makeProject(
  { rest }: RestClient,
  name: string,
  tasks: string[] = [],
): Promise<{ id: string; path: string }> {
  const [project] = await rest<{ id: string }[]>('projects', { method: 'POST', data: { name } })
  if (!project) throw new Error('no project was made')

  if (tasks.length > 0) {
    const rows = tasks.map((task, i) => ({
      project_id: project.id,
      name: task,
      position: 1024 * (i + 1),
    }))
    await rest('tasks', { method: 'POST', data: rows })
  }
  return { id: project.id, path: `/projects/${project.id}` }
}

/** Marks the first steps as done, so that the dashboard shows all its cards. */
export async function addLinkedProject(page: { request: Requests }, member: Person): Promise<void> {
  const client = await restClientFor(page.request, member)
  const project = {
    user_id: client.id,
    project_name: 'Tide',
    github_repo_owner: 'nora',
    github_repo_name: 'tide',
  }

  await client.rest('bolt_projects', { method: 'POST', data: project })
}
