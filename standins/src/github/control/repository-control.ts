import { type Context, Hono } from 'hono'
import { push } from '#github/actions/push.ts'
import { signatureOf, treeWith } from '#github/git/initial-commits.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { BranchRule, Repository } from '#github/repositories/repository.ts'
import { readFiles } from '#github/seed/seed.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { requirePerson } from './people-control.ts'
/** What somebody else does to a repository: settings, moves, deletion, commits. */
export function repositoryControl(needs: GithubNeeds): Hono {
  const { repositories, gits } = needs.memory
  const known = (c: Context) => requireRepository(needs, c)

  return new Hono()
    .get('/repositories/:owner/:name', (c) => c.json(known(c)))
    .put('/repositories/:owner/:name', async (c) => {
      const repository = known(c)
      await repositories.change(
        repository.id,
        readRepositoryChanges(needs, fieldsOf(await readJson(c.req))),
      )
      return c.json(repository)
    })
    .delete('/repositories/:owner/:name', async (c) => {
      const repository = known(c)
      await repositories.remove(repository.id)
      gits.forget(repository)
      return c.body(null, 204)
    })
    .post('/repositories/:owner/:name/commits', async (c) => {
      const sha = await commitTo(needs, known(c), fieldsOf(await readJson(c.req)))
      return c.json({ sha }, 201)
    })
}

export function requireRepository({ memory }: GithubNeeds, c: Context): Repository {
  const { owner = '', name = '' } = c.req.param()
  const account = memory.people.accountOf(owner)
  const found = account && memory.repositories.named(account.id, name)
  if (!found) throw new InvalidInput('No such repository.')

  return found
}

/** `{"person":"jonas-weber","message":"…","branch":"main","files":{…}}`, with webhooks; rules do not apply. */
async function commitTo(
  needs: GithubNeeds,
  repository: Repository,
  input: ReturnType<typeof fieldsOf>,
): Promise<string> {
  const git = needs.memory.gits.of(repository)
  const person = requirePerson(needs, input.text('person'))
  const ref = `refs/heads/${input.text('branch', repository.defaultBranch)}`
  const before = git.refs.get(ref) ?? null
  const start = before ?? git.refs.get(`refs/heads/${repository.defaultBranch}`) ?? null
  const base = start === null ? null : (git.commit(start)?.tree ?? null)
  const author = signatureOf(person, needs.clock.now())
  const after = git.writeCommit({
    tree: treeWith(git, base, readFiles(input.value('files'))),
    parents: start === null ? [] : [start],
    author,
    committer: author,
    message: input.text('message', 'Meanwhile'),
  })
  await push(needs, git, { repository, ref, before, after, isForced: false, pusher: person })

  return after
}

type Fields = ReturnType<typeof fieldsOf>

/** `{"name","owner","private","archived","issues","pushProtection","drafts","rules":[{"branch":"main","kind":"pull-request","classic":true}]}`; what is left out stays as it is. */
function readRepositoryChanges({ memory }: GithubNeeds, input: Fields): Partial<Repository> {
  const owner = input.has('owner') ? memory.people.accountOf(input.text('owner')) : undefined
  if (input.has('owner') && !owner) throw new InvalidInput('Nobody of that name.')

  return {
    ...(owner && { ownerId: owner.id }),
    ...(input.has('name') && { name: input.text('name') }),
    ...(input.has('private') && { isPrivate: input.flag('private') }),
    ...(input.has('archived') && { isArchived: input.flag('archived') }),
    ...(input.has('issues') && { hasIssues: input.flag('issues') }),
    ...(input.has('pushProtection') && { protectsPushes: input.flag('pushProtection') }),
    ...(input.has('drafts') && { takesDrafts: input.flag('drafts') }),
    ...(input.has('rules') && { rules: input.list('rules').map(readRule) }),
  }
}

const KINDS: readonly BranchRule['kind'][] = ['pull-request', 'signatures', 'restricted']

const readRule = (one: Fields): BranchRule => ({
  branch: one.text('branch', '*'),
  kind: one.oneOf('kind', KINDS) ?? 'pull-request',
  isClassic: one.flag('classic'),
})
