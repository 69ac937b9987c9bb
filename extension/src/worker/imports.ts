import type { Host } from '@app/sync/host'
import { openOperation } from '@app/sync/progress'
import { readRepository } from '@app/sync/read-repository'
import type { Importing } from '#messages/messages.ts'
import { note } from '#store/log.ts'
import type { ImportedFrom } from '#store/storage.ts'
import { commitWithTree } from './copy-rules.ts'
import { githubAccount, githubHost } from './github.ts'
import { privateCopies, sourceOfCopy } from './private-copies.ts'
import { knownProject, linkProject } from './projects.ts'
import { basesOf } from './push-needs.ts'

// The builder's address turns from /~/github.com/{owner}/{name} into /~/{id}: the new project came from there.

/**
 * The branch's head at the start of its import. It may be older than what the builder then reads, which does no harm; a
 * newer one would look like changes that were taken back.
 */
export async function readImportedFrom(importing: Importing): Promise<ImportedFrom | null> {
  if ((await githubAccount()).state !== 'connected') return null
  if (await sourceOfCopy(nameOf(importing)).catch(() => null)) return null
  try {
    const host = await githubHost()
    const facts = await readRepository(host, openOperation({}), importing, false)
    const { owner, name, defaultBranch } = facts
    const target = { owner, name, branch: importing.branch ?? defaultBranch }
    const [head] = await commitsOf(host, target)
    return head ? { target, commit: head.sha } : null
  } catch (error) {
    await note(`import: the branch was not read (${error})`)
    return null
  }
}

/** A copy is deleted at once, and the project is linked to what it came from. */
export async function finishImport(
  project: string,
  importing: Importing,
  seen: ImportedFrom | null,
): Promise<void> {
  const copy = await sourceOfCopy(nameOf(importing)).catch(() => null)
  const from = copy ? await fromCopy(importing, copy) : seen
  if (copy) {
    await privateCopies
      .remove(copy.id)
      .catch((error) => note(`import: the copy was not deleted at once (${error})`))
  }
  if (!from || (await knownProject(project))?.target) return
  await linkProject(project, from.target, { isImported: true })
  if (from.commit === null) return
  await basesOf(project)
    .write(from.target, { commit: from.commit, differs: {} })
    .catch((error) => note(`import: the base was not kept (${error})`))
}

/** The commit that was copied, also where only its files tell which one it was. */
async function fromCopy(
  importing: Importing,
  copy: NonNullable<Awaited<ReturnType<typeof sourceOfCopy>>>,
) {
  const [owner = '', name = ''] = copy.fullName.split('/')
  const target = { owner, name, branch: copy.branch }
  if (copy.commit !== null) return { target, commit: copy.commit }
  const commit = await copiedCommit(await githubHost(), target, importing).catch(() => null)

  return { target, commit }
}

async function copiedCommit(
  host: Host,
  source: ImportedFrom['target'],
  copy: Importing,
): Promise<string | null> {
  const [made] = await commitsOf(host, { ...copy, branch: null })
  const commits = await commitsOf(host, source)

  return made ? commitWithTree(commits, made.tree) : null
}

type Branch = { owner: string; name: string; branch: string | null }

/** The newest page; the default branch if none is named. */
async function commitsOf(host: Host, { owner, name, branch }: Branch) {
  const query = new URLSearchParams({ per_page: '30', ...(branch && { sha: branch }) })
  const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/commits?${query}`
  const { status, body } = await host.call(openOperation({}), { method: 'GET', path })
  if (status !== 200 || !Array.isArray(body)) return []

  return body.map((one) => ({ sha: String(one.sha), tree: String(one.commit?.tree?.sha) }))
}

const nameOf = ({ owner, name }: Importing) => `${owner}/${name}`
