import type { GithubNeeds } from '#github/memory/needs.ts'
import type { BranchRule, Repository } from '#github/repositories/repository.ts'
import { fieldsOf, InvalidInput } from '#runtime/fields.ts'

type Fields = ReturnType<typeof fieldsOf>

/** `{"name","owner","private","archived","issues","pushProtection","drafts","rules":[{"branch":"main","kind":"pull-request","classic":true}]}`; what is left out stays as it is. */
export function readRepositoryChanges({ memory }: GithubNeeds, input: Fields): Partial<Repository> {
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
    ...(input.has('rules') && { rules: readRules(input.value('rules')) }),
  }
}

const KINDS: readonly BranchRule['kind'][] = ['pull-request', 'signatures', 'restricted']

export function readRules(input: unknown): BranchRule[] {
  if (!Array.isArray(input)) throw new InvalidInput('"rules" must be a list.')

  return input.map(fieldsOf).map((one) => ({
    branch: one.text('branch', '*'),
    kind: one.oneOf('kind', KINDS) ?? 'pull-request',
    isClassic: one.flag('classic'),
  }))
}
