import * as z from 'zod/mini'
import { id } from './id.ts'

/** The limits of one import. */
export const PRIVATE_IMPORT_LIMITS = { files: 2000, bytes: 100_000_000 }

/** `owner/name` in GitHub's format, without dot segments. */
const FULL_NAME =
  /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,98}[A-Za-z0-9])?\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/

export const startPrivateImportBody = z.object({
  fullName: z.string().check(z.regex(FULL_NAME)),
  /** Default: the repository's default branch. */
  branch: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(244)))),
})

export type StartPrivateImportBody = z.infer<typeof startPrivateImportBody>

export const continuePrivateImportBody = z.object({
  cloneId: id,
  /** The member has reviewed the findings and confirms the copy. */
  acceptSecrets: z.literal(true),
})

export type ContinuePrivateImportBody = z.infer<typeof continuePrivateImportBody>

export const deleteTemporaryCloneBody = z.object({ cloneId: id })

export type DeleteTemporaryCloneBody = z.infer<typeof deleteTemporaryCloneBody>
