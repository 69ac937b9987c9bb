import type { ChangedFile } from '@app/contract/changed-files'
import type { GithubApi } from '@app/platform/outside/github-api.ts'
import * as z from 'zod/mini'

const named = z.nullish(z.object({ login: z.string() }))
const listed = z.array(
  z.object({
    sha: z.string(),
    commit: z.object({ message: z.string(), author: z.object({ date: z.string() }) }),
    author: named,
  }),
)
const detailed = z.object({
  files: z.array(z.object({ filename: z.string(), status: z.string() })),
})

export type Repository = { owner: string; name: string }

export type DemoCommit = Repository & {
  sha: string
  message: string
  /** GitHub login. */
  author: string | null
  at: string
  files: ChangedFile[]
}

/** More concurrent calls would only wait at the stand-in. */
const AT_ONCE = 8

/** The commits of these repositories since the given time. A repository that GitHub does not show has none. */
export async function readCommits(
  api: GithubApi,
  token: string,
  repositories: readonly Repository[],
  since: Date,
): Promise<DemoCommit[]> {
  const lists = await Promise.all(repositories.map((one) => listCommits(api, token, one)))
  const wanted = lists.flat().filter(({ at }) => new Date(at) >= since)
  const found: DemoCommit[] = []

  for (let i = 0; i < wanted.length; i += AT_ONCE) {
    const some = wanted.slice(i, i + AT_ONCE)
    found.push(...(await Promise.all(some.map((one) => withFiles(api, token, one)))))
  }
  return found
}

type Listed = Omit<DemoCommit, 'files'>

async function listCommits(
  api: GithubApi,
  token: string,
  { owner, name }: Repository,
): Promise<Listed[]> {
  const { status, body } = await api.get(`/repos/${owner}/${name}/commits?per_page=100`, token)
  if (status !== 200) return []

  return z.parse(listed, body).map(({ sha, commit, author }) => ({
    owner,
    name,
    sha,
    message: commit.message,
    author: author?.login ?? null,
    at: commit.author.date,
  }))
}

async function withFiles(api: GithubApi, token: string, commit: Listed): Promise<DemoCommit> {
  const { body } = await api.get(
    `/repos/${commit.owner}/${commit.name}/commits/${commit.sha}`,
    token,
  )
  const { files } = z.parse(detailed, body)

  return {
    ...commit,
    files: files.map(({ filename, status }) => ({
      path: filename,
      change: status === 'removed' ? 'deleted' : status === 'added' ? 'added' : 'modified',
    })),
  }
}
