import { type AdminSsoBody, adminSsoBody } from '@app/contract/admin-sso'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import {
  addProvider,
  deleteProvider,
  editProvider,
  fetchMetadataNow,
  setProviderDisabled,
} from '#admin/sso-providers/change-providers.ts'
import { listProviders } from '#admin/sso-providers/list-providers.ts'
import { beginTest, readTest } from '#admin/sso-providers/test-sign-in.ts'
import { adminFunction, done } from './admin-function.ts'

export const adminSso = adminFunction(adminSsoBody, answer)

function answer(admin: AdminArea, caller: AdminCaller, body: AdminSsoBody): Promise<object> {
  switch (body.action) {
    case 'providers':
      return listProviders(admin, caller, body)
    case 'create':
      return addProvider(admin, caller, body)
    case 'update':
      return done(editProvider(admin, caller, body))
    case 'set_disabled':
      return done(setProviderDisabled(admin, caller, body))
    case 'delete':
      return done(deleteProvider(admin, caller, body))
    case 'fetch_metadata':
      return done(fetchMetadataNow(admin, caller, body))
    case 'begin_test':
      return beginTest(admin, caller, body)
    case 'test':
      return readTest(admin, caller, body)
  }
}
