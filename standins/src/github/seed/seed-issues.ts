import type { GithubNeeds } from '#github/memory/needs.ts'
import { type fieldsOf, InvalidInput } from '#runtime/fields.ts'

type Fields = ReturnType<typeof fieldsOf>

/**
 * `{"owner":"mia-torres","repository":"soup","title":"Too salty","author":"jonas-weber","state":"closed","labels":["bug"],
 * "pullRequest":true,"count":40}`
 */
export async function seedIssues({ memory, clock }: GithubNeeds, input: Fields): Promise<void> {
  const owner = memory.people.accountOf(input.text('owner'))
  const repository = owner && memory.repositories.named(owner.id, input.text('repository'))
  if (!repository) throw new InvalidInput('No such repository.')
  const author = memory.people.byLogin(input.text('author', owner.login))
  const labels = input.has('labels') ? input.texts('labels') : []
  const state = input.oneOf('state', ['open', 'closed']) ?? 'open'
  const count = input.integer('count', 1)
  const title = input.text('title')
  const now = clock.now()

  await memory.labels.ensure(repository.id, labels)
  for (let i = 1; i <= count; i++) {
    await memory.issues.add({
      repositoryId: repository.id,
      title: count === 1 ? title : `${title} ${i}`,
      body: input.text('body', '') || null,
      authorId: author?.id ?? null,
      labels,
      assigneeIds: [],
      state,
      isPullRequest: input.flag('pullRequest'),
      createdAt: now,
      updatedAt: now,
      closedAt: state === 'closed' ? now : null,
    })
  }
}
