import * as z from 'zod/mini'

/** What one import may copy. */
export const PRIVATE_IMPORT_LIMITS = { files: 2000, bytes: 100_000_000 }

/** How long a copy is public, by the server's clock. */
export const COPY_PUBLIC_MS = 60_000

/** `owner/name` as GitHub spells names, without segments that lead elsewhere. */
const FULL_NAME =
  /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,98}[A-Za-z0-9])?\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/

export const startPrivateImportBody = z.object({
  fullName: z.string().check(z.regex(FULL_NAME)),
  /** Without one the repository's default branch is copied. */
  branch: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(244)))),
})

export type StartPrivateImportBody = z.infer<typeof startPrivateImportBody>

/** With 202. The refusal `import_running` carries the same field. */
export const startPrivateImportReply = z.object({ cloneId: z.guid() })

export type StartPrivateImportReply = z.infer<typeof startPrivateImportReply>

export const continuePrivateImportBody = z.object({
  cloneId: z.guid(),
  /** The member has seen the findings and wants the copy all the same. */
  acceptSecrets: z.literal(true),
})

export type ContinuePrivateImportBody = z.infer<typeof continuePrivateImportBody>

export const continuePrivateImportReply = z.object({ cloneId: z.guid() })

export type ContinuePrivateImportReply = z.infer<typeof continuePrivateImportReply>

export const deleteTemporaryCloneBody = z.object({ cloneId: z.guid() })

export type DeleteTemporaryCloneBody = z.infer<typeof deleteTemporaryCloneBody>

/** False: GitHub has not confirmed yet, and a job goes on. The row's status says when it is done. */
export const deleteTemporaryCloneReply = z.object({ deleted: z.boolean() })

export type DeleteTemporaryCloneReply = z.infer<typeof deleteTemporaryCloneReply>

export const CLONE_STATUSES = [
  'reading',
  'asking',
  'creating',
  'copying',
  'public',
  'deleting',
  'deleted',
  'failed',
] as const

/** A possible secret that would become public; only its beginning is kept. */
const cloneFinding = z.object({
  path: z.string(),
  line: z.int(),
  kind: z.string(),
  start: z.string(),
})

export type CloneFinding = z.infer<typeof cloneFinding>

/** A row of `temporary_clones` as a member sees it; times are ISO. */
export const temporaryClone = z.object({
  id: z.guid(),
  source_full_name: z.string(),
  branch: z.nullable(z.string()),
  /** The copy's name at GitHub, which the builder opens while the status is `public`. */
  clone_full_name: z.string(),
  status: z.enum(CLONE_STATUSES),
  files_done: z.int(),
  files_all: z.nullable(z.int()),
  /** The first of them; null until the files were searched. */
  findings: z.nullable(z.array(cloneFinding)),
  /** A code of the sync engine, or `clone_not_deletable`, `server_stopped`; null while nothing failed. */
  error_code: z.nullable(z.string()),
  made_public_at: z.nullable(z.string()),
  /** Once public: the moment at which the copy is deleted. */
  delete_at: z.string(),
  deleted_at: z.nullable(z.string()),
  created_at: z.string(),
})

export type TemporaryClone = z.infer<typeof temporaryClone>
