import {
  acceptSecrets,
  deleteCopy,
  readCopy,
  runningImport,
  startImport,
} from '@app/backend-client/private-imports'
import { ImportPanel } from '@app/sync-panels/import'
import { ownBackend } from '#api/simulator/own-session.ts'
import { saveZip } from '#features/simulator/save-zip.ts'

const SERVICE: Parameters<typeof ImportPanel>[0]['service'] = {
  start: (fullName, branch) => startImport(ownBackend(), fullName, branch),
  acceptSecrets: (cloneId) => acceptSecrets(ownBackend(), cloneId),
  remove: (cloneId) => deleteCopy(ownBackend(), cloneId),
  read: (cloneId) => readCopy(ownBackend(), cloneId),
  running: () => runningImport(ownBackend()),
  saveZip,
}

/** Downloaded with the panel, because no other module reads copies. */
export const ImportTab = () => <ImportPanel service={SERVICE} />
