import { type AdminOAuthBody, adminOAuthBody } from '@app/contract/admin-oauth'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import {
  addClient,
  deleteClient,
  editClient,
  regenerateSecret,
} from '#admin/oauth-clients/change-clients.ts'
import { listClients } from '#admin/oauth-clients/list-clients.ts'
import { adminFunction, done } from './admin-function.ts'

export const adminOAuth = adminFunction(adminOAuthBody, answer)

function answer(admin: AdminArea, caller: AdminCaller, body: AdminOAuthBody): Promise<object> {
  switch (body.action) {
    case 'clients':
      return listClients(admin, caller, body)
    case 'create':
      return addClient(admin, caller, body)
    case 'update':
      return done(editClient(admin, caller, body))
    case 'regenerate_secret':
      return regenerateSecret(admin, caller, body)
    case 'delete':
      return done(deleteClient(admin, caller, body))
  }
}
