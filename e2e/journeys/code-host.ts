import { expect, type Page } from '@playwright/test'
import { callFunction } from './people.ts'

/** A commit in the stand-in's seed format. */
type Commit = { message: string; hoursAgo: number }

type Request = { number: number; method: string; path: string }

export type CodeHost = ReturnType<typeof codeHostAt>

/** The GitHub stand-in's control API: people and repositories of one journey alone. */
export function codeHostAt(url: string) {
  const apiUrl = nextPort(url)
  const control = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${url}/_control${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-standin-control': '1' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  return {
    async newPerson(): Promise<string> {
      const login = `nora-${crypto.randomUUID().slice(0, 8)}`
      await control('POST', '/seed', {
        people: [{ login, name: login, email: `${login}@example.test` }],
      })
      return login
    },
    addRepository: (
      owner: string,
      name: string,
      commits: Commit[] = [],
      isPrivate = false,
      collaborators: string[] = [],
    ) =>
      control('POST', '/seed', {
        repositories: [
          {
            owner,
            name,
            private: isPrivate,
            collaborators,
            commits: commits.map((one) => ({
              ...one,
              author: owner,
              files: { 'README.md': name },
            })),
          },
        ],
      }),
    /** Delays calls of one kind to a repository, until the returned function is called. */
    async hold(method: string, path: string): Promise<() => Promise<unknown>> {
      const fault = { method, path, latencyMs: 60_000, times: null }
      const { id } = (await (await control('POST', '/faults', fault)).json()) as { id: string }
      return () => control('DELETE', `/faults/${id}`, {})
    },
    /** Everything about a repository is answered with 503, until the returned function is called. */
    async down(repository: string): Promise<() => Promise<unknown>> {
      const fault = { method: '*', path: `/repos/${repository}/*`, status: 503, times: null }
      const { id } = (await (await control('POST', '/faults', fault)).json()) as { id: string }
      return () => control('DELETE', `/faults/${id}`, {})
    },
    /** The next call of one kind is refused: so many seconds are to be waited. */
    limit: (method: string, path: string, seconds: number) =>
      control('POST', '/faults', {
        method,
        path,
        status: 429,
        headers: { 'retry-after': String(seconds) },
        body: { message: 'You have exceeded a secondary rate limit.' },
      }),
    /** An organisation of this person's alone, with the app installed. Returns its login. */
    async newOrganisation(person: string): Promise<string> {
      const login = `port-${crypto.randomUUID().slice(0, 8)}`
      await control('POST', '/seed', { organisations: [{ login, owners: [person] }] })
      await control('POST', '/installations', { person, account: login })
      return login
    },
    /** Pushes a commit with one new file as this person, by the API of the installed app. */
    async push(login: string, repository: string, message: string): Promise<string> {
      const put = await fetch(`${apiUrl}/repos/${repository}/contents/${crypto.randomUUID()}.txt`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${await tokenOf(login)}` },
        body: JSON.stringify({ message, content: btoa(message) }),
      })
      if (!put.ok) throw new Error(`push: ${put.status} ${await put.text()}`)
      return ((await put.json()) as { commit: { sha: string } }).commit.sha
    },
    async rename(login: string, repository: string, name: string): Promise<void> {
      const done = await fetch(`${apiUrl}/repos/${repository}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${await tokenOf(login)}` },
        body: JSON.stringify({ name }),
      })
      if (!done.ok) throw new Error(`rename: ${done.status} ${await done.text()}`)
    },
    /** Renames without a webhook, so only a call to GitHub shows it. */
    renameUnannounced: (owner: string, name: string, to: string) =>
      control('PUT', `/repositories/${owner}/${name}`, { name: to }),
    /** Pushes files as somebody else: path → text. A missing branch is created from the default one. */
    commit: (
      owner: string,
      name: string,
      files: Record<string, string>,
      { branch = 'main', person = owner } = {},
    ) => control('POST', `/repositories/${owner}/${name}/commits`, { person, branch, files }),
    /** The branch takes changes by pull request only. */
    protect: (owner: string, name: string, branch: string) =>
      control('PUT', `/repositories/${owner}/${name}`, {
        rules: [{ branch, kind: 'pull-request' }],
      }),
    /** Adds a check run to a commit; without a conclusion it is running. */
    check: (owner: string, name: string, run: { ref: string; name: string; conclusion?: string }) =>
      control('POST', `/repositories/${owner}/${name}/check-runs`, run),
    review: (owner: string, name: string, number: number, person: string) =>
      control('POST', `/repositories/${owner}/${name}/pulls/${number}/reviews`, {
        person,
        state: 'APPROVED',
      }),
    merge: (
      owner: string,
      name: string,
      number: number,
      how: { person: string; method: 'merge' | 'squash' | 'rebase' },
    ) => control('POST', `/repositories/${owner}/${name}/pulls/${number}/merge`, how),
    pullRequestsOf: (login: string, name: string) =>
      api(login, `/repos/${login}/${name}/pulls?state=all`),
    addIssue: (owner: string, repository: string, title: string) =>
      control('POST', '/seed', { issues: [{ owner, repository, title }] }),
    /** For `git clone`, with a token in it. */
    cloneAddress: async (owner: string, name: string, login = owner): Promise<string> => {
      const { host } = new URL(url)
      return `http://x-access-token:${await tokenOf(login)}@${host}/${owner}/${name}.git`
    },
    /** The number of the last request so far. */
    async lastRequest(): Promise<number> {
      return (await requests('')).reduce((most, { number }) => Math.max(most, number), 0)
    },
    requestsAfter: (number: number, path: string) =>
      requests(`?after=${number}&path=${encodeURIComponent(path)}`),
    async install(login: string): Promise<number> {
      const made = await control('POST', '/installations', { person: login })
      return ((await made.json()) as { id: number }).id
    },
    async repositoriesOf(login: string): Promise<string[]> {
      const rows = (await api(login, '/user/repos?per_page=100')) as { full_name: string }[]
      return rows.map(({ full_name }) => full_name)
    },
    /** The message of the newest commit on the default branch. */
    async headMessage(login: string, name: string): Promise<string> {
      const path = `/repos/${login}/${name}/commits?per_page=1`
      const [head] = (await api(login, path)) as { commit: { message: string } }[]
      return head?.commit.message ?? ''
    },
    /** How many commits the default branch has. */
    async commitCount(login: string, name: string): Promise<number> {
      return ((await api(login, `/repos/${login}/${name}/commits`)) as unknown[]).length
    },
    /** GitHub suspends our app, everywhere. */
    suspendApp: (suspended: boolean) =>
      control('PUT', '/applications/gitferry-local', { suspended }),
    revoke: (login: string) => control('POST', `/people/${login}/revoke`, {}),
    /** A classic token that a person makes for themselves. */
    async personalToken(login: string, scopes = ['repo', 'workflow']): Promise<string> {
      const made = await control('POST', `/people/${login}/tokens`, { scopes })
      return ((await made.json()) as { token: string }).token
    },
    /** Expires access tokens; refresh tokens still work. */
    expireTokens: (login: string) => control('POST', `/people/${login}/expire-tokens`, {}),
    /** Sets how many of this hour's calls are used. */
    use: (login: string, used: number) => control('PUT', `/people/${login}/rate`, { used }),
    allow,
  }

  /** The oldest first. */
  async function requests(query: string): Promise<Request[]> {
    const answer = await fetch(`${url}/_control/requests${query}`)
    const all = (await answer.json()) as Request[]
    // Preflight requests are sent by the browser itself.
    return all.filter(({ method }) => method !== 'OPTIONS').toReversed()
  }

  async function api(login: string, path: string): Promise<unknown> {
    const answer = await fetch(apiUrl + path, {
      headers: { authorization: `Bearer ${await tokenOf(login)}` },
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  /** A token of the local app for this person, as another program of theirs would get it. */
  async function tokenOf(login: string): Promise<string> {
    const app = { client_id: 'gitferry-local', client_secret: 'gitferry-local-secret' }
    const asked = new URLSearchParams({
      client_id: app.client_id,
      redirect_uri: 'http://127.0.0.1/auth/github/callback',
      state: 'journey',
    })
    const code = await allow(`${url}/login/oauth/authorize?${asked}`, login)
    const answer = await fetch(`${url}/login/oauth/access_token`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ ...app, code }),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }
}

/** The API listens beside the pages. */
function nextPort(address: string): string {
  const url = new URL(address)
  url.port = String(Number(url.port) + 1)

  return url.origin
}

/** Connects GitHub for whoever is signed in on the page, by the calls that its pages make. */
export async function connect(page: Page, login: string): Promise<void> {
  const { url } = (await callFunction(page, 'start-github-connection', {})) as { url: string }
  const state = new URL(url).searchParams.get('state')

  await callFunction(page, 'github-app-auth', { code: await allow(url, login), state })
}

/** Authorizes as this person and returns the code of the redirect. */
async function allow(authorizeUrl: string, login: string): Promise<string> {
  const body = new URLSearchParams({ person: login })
  const sent = await fetch(authorizeUrl, { method: 'POST', body, redirect: 'manual' })
  return new URL(sent.headers.get('location') ?? '').searchParams.get('code') ?? ''
}

/** Connects GitHub from the settings page, as a person does it. */
export async function connectInSettings(page: Page, login: string): Promise<void> {
  await page.goto('/settings?tab=github')
  await page.getByRole('button', { name: /^(Connect GitHub|Connect again)$/ }).click()
  await authorize(page, login)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('GitHub Connected Successfully!')
  await expect(page).toHaveURL('/settings?tab=github')
}

/** The same for somebody without the app: GitHub's page for its installation follows at once. */
export async function connectAndInstallLater(page: Page, login: string): Promise<void> {
  await page.goto('/settings?tab=github')
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await authorize(page, login)
  await page.waitForURL(/installations\/new/)
  await page.goto('/settings?tab=github')
}

export async function authorize(page: Page, login: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(login) }).check()
  await page.getByRole('button', { name: /authorize/i }).click()
}
