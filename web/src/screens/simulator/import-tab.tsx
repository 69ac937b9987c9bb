import { ImportPanel } from '@app/sync-panels/import'
import {
  acceptSecrets,
  deleteCopy,
  readCopy,
  runningImport,
  startImport,
} from '#api/simulator/private-imports.ts'
import { saveZip } from '#features/simulator/save-zip.ts'

const SERVICE = {
  start: startImport,
  acceptSecrets,
  remove: deleteCopy,
  read: readCopy,
  running: runningImport,
  saveZip,
}

/** Downloaded with the panel: what reads the rows of copies is needed nowhere else. */
export const ImportTab = () => <ImportPanel service={SERVICE} />
