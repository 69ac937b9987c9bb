import { missingField, Refusal } from '#github/api/errors.ts'
import type { Git } from '#github/git/git.ts'
import { isRefName } from '#github/git/refs.ts'

/** A branch or tag to be made, if it can be. */
export function newRef(git: Git, { ref, sha }: Readonly<Record<string, unknown>>) {
  if (typeof ref !== 'string') throw missingField('Reference', 'ref')
  if (typeof sha !== 'string') throw missingField('Reference', 'sha')
  if (!isRefName(ref)) throw new Refusal(422, `${ref} is not a valid ref name.`)
  if (!git.commit(sha)) throw new Refusal(422, 'Object does not exist')

  const names = git.refs.all().map(({ name }) => name)
  if (names.includes(ref)) throw new Refusal(422, 'Reference already exists')
  // Git keeps refs as files: a branch cannot lie inside another.
  if (names.some((name) => name.startsWith(`${ref}/`) || ref.startsWith(`${name}/`))) {
    throw new Refusal(422, 'Reference update failed')
  }
  return { ref, sha }
}
