import { createHmac, randomUUID } from 'node:crypto'
import type { TestMember, useGithubServer } from './github-server.ts'

type Way = { signature?: string; delivery?: string; event?: string }

/** GitHub's events as a test sends them. */
export function webhooksOf(testServer: ReturnType<typeof useGithubServer>) {
  const signature = (body: string) => {
    const { webhookSecret } = testServer().github.app
    return `sha256=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`
  }

  async function deliver(body: string, way: Way = {}): Promise<number> {
    const { delivery = randomUUID(), event = 'ping' } = way
    const answer = await fetch(`${testServer().urlOf(0)}/webhooks/github`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': event,
        'x-github-delivery': delivery,
        'x-hub-signature-256': way.signature ?? signature(body),
      },
      body,
    })

    return answer.status
  }

  async function connected() {
    const { member, person } = await testServer().connected({ isInstalled: false })
    const githubId = Number((await testServer().connectionOf(member))?.github_user_id)

    return { member, person, githubId }
  }

  const link = ({ id }: TestMember, owner: string, name: string) =>
    testServer().sql(
      `insert into public.bolt_projects (user_id, project_name, github_repo_owner, github_repo_name)
       values ($1, 'Tides', $2, $3)`,
      [id, owner.toUpperCase(), name],
    )

  return { connected, deliver, link, signature }
}

/** A push of two commits to a branch of `tide-tables`. */
export const pushBy = (pusherId: number, owner: { login: string; id: number }) => ({
  ref: 'refs/heads/feature/x',
  repository: { name: 'tide-tables', owner },
  sender: { id: pusherId, login: 'the-pusher' },
  commits: [
    { added: ['new.ts', 'gone.ts'], removed: [], modified: ['old.ts'] },
    { added: [], removed: ['gone.ts'], modified: ['new.ts', 'old.ts'] },
  ],
  head_commit: { id: 'b'.repeat(40), message: 'Second' },
})
