import { providerBody as customProviderBody } from '#http/auth/admin-custom-providers.ts'
import { providerBody, testBody } from '#http/auth/admin-sso.ts'
import { clientBody } from '#http/auth/oauth-clients.ts'
import { consentBody } from '#http/auth/oauth-server.ts'
import type { Operation } from './operation.ts'

/** Identity: the server for OAuth clients, and providers that the service role manages. */
export const authServerOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    summary: 'OAuth metadata',
    access: 'open',
  },
  {
    method: 'GET',
    path: '/oauth/authorize',
    summary: 'Begin to authorise a client',
    access: 'open',
    query: [
      'client_id',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
      'code_challenge',
      'code_challenge_method',
    ],
  },
  {
    method: 'GET',
    path: '/oauth/authorizations/{id}',
    summary: 'What a client asks for',
    access: 'user',
  },
  {
    method: 'POST',
    path: '/oauth/authorizations/{id}/consent',
    summary: 'Allow or refuse it',
    access: 'user',
    body: consentBody,
  },
  {
    method: 'POST',
    path: '/oauth/token',
    summary: 'Redeem a code or renew a token',
    access: 'open',
  },
  { method: 'GET', path: '/oauth/userinfo', summary: 'The user of a token', access: 'open' },
  { method: 'POST', path: '/oauth/userinfo', summary: 'The user of a token', access: 'open' },
  {
    method: 'POST',
    path: '/oauth/clients/register',
    summary: 'Register a client by itself',
    access: 'open',
  },
  { method: 'GET', path: '/user/oauth/grants', summary: 'Clients with access', access: 'user' },
  {
    method: 'DELETE',
    path: '/user/oauth/grants',
    summary: 'End a client’s access',
    access: 'user',
    query: ['client_id'],
  },
  {
    method: 'GET',
    path: '/admin/oauth/clients',
    summary: 'All clients',
    access: 'service',
    query: ['page', 'per_page'],
  },
  {
    method: 'POST',
    path: '/admin/oauth/clients',
    summary: 'Create a client',
    access: 'service',
    body: clientBody,
  },
  { method: 'GET', path: '/admin/oauth/clients/{id}', summary: 'One client', access: 'service' },
  {
    method: 'PUT',
    path: '/admin/oauth/clients/{id}',
    summary: 'Change a client',
    access: 'service',
    body: clientBody,
  },
  {
    method: 'DELETE',
    path: '/admin/oauth/clients/{id}',
    summary: 'Delete a client',
    access: 'service',
  },
  {
    method: 'POST',
    path: '/admin/oauth/clients/{id}/regenerate_secret',
    summary: 'Replace its secret',
    access: 'service',
  },

  { method: 'GET', path: '/admin/sso/providers', summary: 'All companies', access: 'service' },
  {
    method: 'POST',
    path: '/admin/sso/providers',
    summary: 'Add a company',
    access: 'service',
    body: providerBody,
  },
  { method: 'GET', path: '/admin/sso/providers/{id}', summary: 'One company', access: 'service' },
  {
    method: 'PUT',
    path: '/admin/sso/providers/{id}',
    summary: 'Change a company',
    access: 'service',
    body: providerBody,
  },
  {
    method: 'DELETE',
    path: '/admin/sso/providers/{id}',
    summary: 'Remove a company',
    access: 'service',
  },
  {
    method: 'POST',
    path: '/admin/sso/providers/{id}/tests',
    summary: 'Begin a test sign-in',
    access: 'service',
    body: testBody,
  },
  {
    method: 'GET',
    path: '/admin/sso/providers/{id}/tests/{testId}',
    summary: 'How a test went',
    access: 'service',
  },

  {
    method: 'GET',
    path: '/admin/custom-providers',
    summary: 'All OpenID providers',
    access: 'service',
  },
  {
    method: 'POST',
    path: '/admin/custom-providers',
    summary: 'Add an OpenID provider',
    access: 'service',
    body: customProviderBody,
  },
  {
    method: 'GET',
    path: '/admin/custom-providers/{identifier}',
    summary: 'One OpenID provider',
    access: 'service',
  },
  {
    method: 'PUT',
    path: '/admin/custom-providers/{identifier}',
    summary: 'Change an OpenID provider',
    access: 'service',
    body: customProviderBody,
  },
  {
    method: 'DELETE',
    path: '/admin/custom-providers/{identifier}',
    summary: 'Remove an OpenID provider',
    access: 'service',
  },
]
