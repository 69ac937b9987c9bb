import { createBody, deleteBody, factorBody, updateBody } from '#http/auth/admin.ts'
import { inviteBody, linkBody } from '#http/auth/admin-links.ts'
import type { Operation } from './operation.ts'

const PAGE = ['page', 'per_page']

/** Identity: users, for the service role. */
export const authAdminOperations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/invite',
    summary: 'Invite an address',
    access: 'service',
    body: inviteBody,
  },
  {
    method: 'POST',
    path: '/admin/generate_link',
    summary: 'Create a link without an email',
    access: 'service',
    body: linkBody,
  },
  {
    method: 'GET',
    path: '/admin/audit',
    summary: 'Audit log',
    access: 'service',
    query: [...PAGE, 'query'],
  },
  { method: 'GET', path: '/admin/users', summary: 'All users', access: 'service', query: PAGE },
  {
    method: 'POST',
    path: '/admin/users',
    summary: 'Create a user',
    access: 'service',
    body: createBody,
  },
  { method: 'GET', path: '/admin/users/{id}', summary: 'One user', access: 'service' },
  {
    method: 'PUT',
    path: '/admin/users/{id}',
    summary: 'Change a user',
    access: 'service',
    body: updateBody,
  },
  {
    method: 'DELETE',
    path: '/admin/users/{id}',
    summary: 'Delete a user',
    access: 'service',
    body: deleteBody,
  },
  {
    method: 'GET',
    path: '/admin/users/{id}/factors',
    summary: "A user's second factors",
    access: 'service',
  },
  {
    method: 'PUT',
    path: '/admin/users/{id}/factors/{factorId}',
    summary: 'Rename a second factor',
    access: 'service',
    body: factorBody,
  },
  {
    method: 'DELETE',
    path: '/admin/users/{id}/factors/{factorId}',
    summary: 'Remove a second factor',
    access: 'service',
  },
  {
    method: 'GET',
    path: '/admin/users/{id}/passkeys',
    summary: "A user's passkeys",
    access: 'service',
  },
  {
    method: 'DELETE',
    path: '/admin/users/{id}/passkeys/{passkeyId}',
    summary: 'Remove a passkey',
    access: 'service',
  },
]
