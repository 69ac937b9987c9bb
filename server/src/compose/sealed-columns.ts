import { platformSealedColumns } from '@app/platform/identity/encryption-keys/sealed-columns.ts'
import { codeHostSealedColumns } from '#code-host/sealed-columns.ts'

/** Everything that APP_ENCRYPTION_KEYS seal. */
export const sealedColumns = [...platformSealedColumns, ...codeHostSealedColumns]
