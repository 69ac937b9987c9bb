import type { ChangedFile } from '@app/contract/changed-files'
import { cut } from '@app/contract/storable'
import * as z from 'zod/mini'
import { mentionedTasks } from './close-mentioned-tasks.ts'
import { type EventKind, eventKind } from './event-kind.ts'

const files = z._default(z.array(z.string()), [])
const commit = z.object({
  message: z._default(z.string(), ''),
  added: files,
  removed: files,
  modified: files,
})

const pushEvent = z.object({
  ref: z.string(),
  before: z.nullish(z.string()),
  deleted: z.optional(z.boolean()),
  repository: z.object({
    name: z.string(),
    private: z._default(z.boolean(), true),
    owner: z.object({ id: z.int(), login: z.string() }),
  }),
  sender: z.nullish(z.object({ id: z.int(), login: z.optional(z.string()) })),
  installation: z.nullish(z.object({ id: z.int() })),
  commits: z._default(z.array(commit), []),
  head_commit: z.nullish(z.object({ id: z.string(), message: z.string() })),
})

const installationEvent = z.object({
  action: z.string(),
  installation: z.object({
    id: z.int(),
    client_id: z.optional(z.string()),
    account: z.nullish(z.object({ id: z.int() })),
  }),
  sender: z.object({ id: z.int() }),
})

const account = z.object({ login: z.string() })

const repositoryEvent = z.object({
  action: z.string(),
  changes: z.optional(
    z.object({
      repository: z.optional(z.object({ name: z.object({ from: z.string() }) })),
      owner: z.optional(
        z.object({
          from: z.object({ user: z.nullish(account), organization: z.nullish(account) }),
        }),
      ),
    }),
  ),
  repository: z.object({
    name: z.string(),
    private: z.boolean(),
    html_url: z.string(),
    owner: z.object({ id: z.int(), login: z.string() }),
  }),
  sender: z.nullish(z.object({ id: z.int() })),
  installation: z.nullish(z.object({ id: z.int() })),
})

const authorization = z.object({ action: z.string(), sender: z.object({ id: z.int() }) })

/** Reads each kind of event without unused parts, which may be megabytes. */
const READERS = {
  github_app_authorization: (body: unknown) => z.parse(authorization, body),
  installation: (body: unknown) => z.parse(installationEvent, body),
  push: readPush,
  repository: (body: unknown) => z.parse(repositoryEvent, body),
} satisfies Record<EventKind, (body: unknown) => unknown>

export type EventFacts = { [Kind in EventKind]: ReturnType<(typeof READERS)[Kind]> }

export type ReadEvent = { [Kind in EventKind]: { kind: Kind; facts: EventFacts[Kind] } }[EventKind]

/** null: a kind that we ignore. */
export function readEvent(body: unknown): ReadEvent | null {
  const kind = eventKind(body)

  return kind && ({ kind, facts: READERS[kind](body) } as ReadEvent)
}

function readPush(body: unknown) {
  const { commits, ...push } = z.parse(pushEvent, body)

  return {
    ...push,
    commits: commits.length,
    mentioned: mentionedTasks(commits.map(({ message }) => message)),
    ...filesOf(commits),
  }
}

/** More files would make the history slow to load; the counts include the rest. */
const MOST_FILES = 300
const LONGEST_PATH = 1000

/** A file changed by several commits counts once, with its last change. */
function filesOf(commits: readonly z.infer<typeof commit>[]) {
  const changes = new Map<string, ChangedFile['change']>()
  for (const { added, removed, modified } of commits) {
    for (const path of added) changes.set(path, 'added')
    for (const path of modified) if (changes.get(path) !== 'added') changes.set(path, 'modified')
    for (const path of removed) changes.set(path, 'deleted')
  }
  const count = (what: string) => [...changes.values()].filter((one) => one === what).length
  const files = [...changes].slice(0, MOST_FILES)

  return {
    added: count('added'),
    modified: count('modified'),
    deletedFiles: count('deleted'),
    files: files.map(([path, change]) => ({ path: cut(path, LONGEST_PATH), change })),
  }
}
