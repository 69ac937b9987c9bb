import {
  acceptSecrets,
  deleteCopy,
  findCopyNamed,
  readCopy,
  runningImport,
  startImport,
} from '@app/backend-client/private-imports'
import { local, type OwnCopy } from '#store/storage.ts'
import { acceptOwnSecrets, deleteOwnCopy, startOwnCopy } from './copies.ts'
import { readOwnCopy, runningOwnCopy } from './copy-list.ts'
import { backend, openSession } from './session.ts'

/** With the app the server makes copies; with a personal token, which never leaves the browser, the browser does. */
const isOwnWay = async () => (await local.read('settings')).way === 'token'

export const privateCopies = {
  start: async (fullName: string, branch: string | null) =>
    (await isOwnWay()) ? startOwnCopy(fullName, branch) : startImport(backend, fullName, branch),
  acceptSecrets: async (id: string) =>
    (await readOwnCopy(id)) ? acceptOwnSecrets(id) : acceptSecrets(backend, id),
  remove: async (id: string) =>
    (await readOwnCopy(id)) ? deleteOwnCopy(id) : deleteCopy(backend, id),
  async read(id: string) {
    const own = await readOwnCopy(id)

    return own ? { clone: withoutOwn(own), serverNow: Date.now() } : readCopy(backend, id)
  },
  async running() {
    const own = await runningOwnCopy()
    if (own) return own

    return (await openSession()) ? runningImport(backend) : null
  },
}

const withoutOwn = ({
  repositoryId: _i,
  isAccepted: _a,
  commit: _c,
  tries: _t,
  tryAgainAt: _n,
  ...clone
}: OwnCopy) => clone

export type FoundSource = { id: string; fullName: string; branch: string; commit: string | null }

/** Which repository a copy with this name was made of; null if it is none. */
export async function sourceOfCopy(cloneFullName: string): Promise<FoundSource | null> {
  const isNamed = ({ clone_full_name: name }: { clone_full_name: string }) =>
    name.toLowerCase() === cloneFullName.toLowerCase()
  const own = Object.values(await local.read('copies')).find(isNamed)
  if (own) {
    const { id, source_full_name: fullName, branch, commit } = own
    return { id, fullName, branch: branch ?? 'main', commit }
  }
  if (!(await openSession())) return null
  const found = await findCopyNamed(backend, cloneFullName)

  return found && { ...found, commit: null }
}
