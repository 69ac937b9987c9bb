import { missingField, Refusal } from '#github/api/errors.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Repository } from '#github/repositories/repository.ts'

type Body = Readonly<Record<string, unknown>>

const MAX_NAME = 100

/** A free name; invalid characters become hyphens, as on GitHub. */
export function readName({ memory }: GithubNeeds, ownerId: number, input: unknown): string {
  if (typeof input !== 'string' || input.trim() === '') throw missingField('Repository', 'name')
  const name = input.trim().replace(/[^\w.-]+/g, '-')
  if (name.length > MAX_NAME || /^\.{1,2}$/.test(name)) {
    throw failed(`name is too long or reserved (maximum is ${MAX_NAME} characters)`)
  }
  if (/\.git$/i.test(name)) throw failed("name cannot end in '.git'")
  if (memory.repositories.named(ownerId, name)) throw failed('name already exists on this account')

  return name
}

/** The fields that can be set on creation and changed later. */
export function readFields(body: Body): Partial<Repository> {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const flag = (value: unknown) => value === true

  return {
    ...(body.description !== undefined && { description: text(body.description) }),
    ...(body.homepage !== undefined && { homepage: text(body.homepage) }),
    ...(body.has_issues !== undefined && { hasIssues: flag(body.has_issues) }),
    ...(body.archived !== undefined && { isArchived: flag(body.archived) }),
    ...(body.private !== undefined && { isPrivate: flag(body.private) }),
    ...(body.visibility !== undefined && { isPrivate: body.visibility === 'private' }),
  }
}

const failed = (message: string) =>
  new Refusal(422, 'Repository creation failed.', [
    { resource: 'Repository', code: 'custom', field: 'name', message },
  ])
