import { cut } from '@app/contract/storable'
import type { GithubApi } from '@app/platform/outside/github-api.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import * as z from 'zod/mini'
import type { InstallationToken, Restriction } from './app-token.ts'

export type NewIssue = { title: string; body: string; labels: string[] }

/** `refused` with GitHub's message; `missing`: the app is not installed on the repository. */
export type IssueOutcome =
  | { kind: 'created'; url: string }
  | { kind: 'refused'; message: string }
  | { kind: 'missing' }

/** Issues of one repository, created as the app. Fails with `ProviderError`, after which an issue may exist. */
export type RepositoryIssues = {
  /** null: the app is not installed on the repository. */
  repository(): Promise<{ fullName: string; isPublic: boolean } | null>
  /** First searches for an issue since then whose body contains the marker. */
  create(issue: NewIssue, marker: { text: string; since: Date | null }): Promise<IssueOutcome>
}

type Options = {
  api: GithubApi
  fullName: string
  installationToken(id: number, restriction: Restriction | null): Promise<InstallationToken | null>
  appProof(): Promise<string>
}

const PAGE = 100
const MOST_PAGES = 10
/** GitHub's clock may be behind ours. */
const SKEW_MS = 10 * 60_000

const installation = z.object({ id: z.int() })
const issue = z.object({ html_url: z.url(), body: z.nullish(z.string()) })
const repository = z.object({ full_name: z.string(), private: z.boolean() })
const refusal = z.object({ message: z.string() })

export function openRepositoryIssues(options: Options): RepositoryIssues {
  const { api, fullName } = options
  const path = `/repos/${fullName}/issues`

  return {
    repository: async () => {
      const token = await tokenFor(options)
      const { status, body } = token
        ? await api.get(`/repos/${fullName}`, token)
        : { status: 404, body: null }
      if (status === 404) return null
      const read = z.safeParse(repository, body)
      if (status !== 200 || !read.success) throw notUnderstood(status)

      return { fullName: read.data.full_name, isPublic: !read.data.private }
    },
    create: async (wanted, { text, since }) => {
      const token = await tokenFor(options)
      if (token === null) return { kind: 'missing' }
      const found = since && (await findIssue(api, token, path, { text, since }))
      if (found) return { kind: 'created', url: found }

      const body = { ...wanted, body: `${wanted.body}\n\n${text}` }
      const answer = await api.send(path, token, { method: 'POST', body })
      if ([403, 404, 410, 422].includes(answer.status)) {
        return { kind: 'refused', message: messageIn(answer.body) }
      }
      const read = z.safeParse(issue, answer.body)
      if (answer.status !== 201 || !read.success) throw notUnderstood(answer.status)
      return { kind: 'created', url: read.data.html_url }
    },
  }
}

async function tokenFor({ api, fullName, installationToken, appProof }: Options) {
  const { status, body } = await api.get(`/repos/${fullName}/installation`, await appProof())
  if (status === 404) return null
  const read = z.safeParse(installation, body)
  if (status !== 200 || !read.success) throw notUnderstood(status)

  return (await installationToken(read.data.id, null))?.token ?? null
}

async function findIssue(
  api: GithubApi,
  token: string,
  path: string,
  { text, since }: { text: string; since: Date },
): Promise<string | null> {
  const from = new Date(since.getTime() - SKEW_MS).toISOString()

  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = new URLSearchParams({
      state: 'all',
      since: from,
      direction: 'asc',
      per_page: String(PAGE),
      page: String(page),
    })
    const { status, body } = await api.get(`${path}?${query}`, token)
    // Creating it will be refused too, with a message.
    if ([403, 404, 410].includes(status)) return null
    const read = z.safeParse(z.array(issue), body)
    if (status !== 200 || !read.success) throw notUnderstood(status)

    const found = read.data.find((one) => one.body?.includes(text))
    if (found) return found.html_url
    if (read.data.length < PAGE) return null
  }
  return null
}

const LONGEST_MESSAGE = 200

function messageIn(body: unknown): string {
  const read = z.safeParse(refusal, body)

  return read.success ? cut(read.data.message, LONGEST_MESSAGE) : 'no reason given'
}

const notUnderstood = (status: number) =>
  new ProviderError('github', 'unavailable', `answered ${status} about an issue`)
