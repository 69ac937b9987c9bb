import { enrollBody, verifyBody as factorVerifyBody } from '#http/auth/factors.ts'
import { answerBody, nameBody } from '#http/auth/passkeys.ts'
import { verifyBody as codeBody, generateBody } from '#http/auth/recovery-codes.ts'
import { magicLinkBody, otpBody, recoverBody, resendBody } from '#http/auth/request-code.ts'
import { signupBody } from '#http/auth/signup.ts'
import { beginBody } from '#http/auth/sso.ts'
import { passwordBody } from '#http/auth/token.ts'
import { userBody } from '#http/auth/user.ts'
import { verifyBody } from '#http/auth/verify.ts'
import type { Operation } from './operation.ts'

/** Identity: sign-in, the signed-in user, second factors and passkeys. */
export const authOperations: readonly Operation[] = [
  { method: 'GET', path: '/health', summary: 'Name and version', access: 'key' },
  { method: 'GET', path: '/settings', summary: 'What is switched on', access: 'key' },
  {
    method: 'GET',
    path: '/.well-known/jwks.json',
    summary: 'Public keys of tokens',
    access: 'open',
  },
  {
    method: 'GET',
    path: '/.well-known/openid-configuration',
    summary: 'OpenID metadata',
    access: 'open',
  },

  {
    method: 'POST',
    path: '/signup',
    summary: 'Create an account',
    access: 'key',
    body: signupBody,
    query: ['redirect_to'],
  },
  {
    method: 'POST',
    path: '/token',
    summary: 'Open or renew a session. The body depends on grant_type; this is that of password',
    access: 'key',
    body: passwordBody,
    query: ['grant_type'],
  },
  {
    method: 'POST',
    path: '/otp',
    summary: 'Send a code or a link',
    access: 'key',
    body: otpBody,
    query: ['redirect_to'],
  },
  {
    method: 'POST',
    path: '/magiclink',
    summary: 'Send a link',
    access: 'key',
    body: magicLinkBody,
    query: ['redirect_to'],
  },
  {
    method: 'POST',
    path: '/recover',
    summary: 'Send a link that leads to a new password',
    access: 'key',
    body: recoverBody,
    query: ['redirect_to'],
  },
  {
    method: 'POST',
    path: '/resend',
    summary: 'Send a code again',
    access: 'key',
    body: resendBody,
    query: ['redirect_to'],
  },
  { method: 'POST', path: '/verify', summary: 'Redeem a code', access: 'key', body: verifyBody },
  {
    method: 'GET',
    path: '/verify',
    summary: 'Redeem a link of an email',
    access: 'open',
    query: ['token', 'type', 'redirect_to'],
  },
  {
    method: 'GET',
    path: '/authorize',
    summary: 'Begin at a sign-in provider',
    access: 'open',
    query: ['provider', 'redirect_to', 'scopes', 'code_challenge', 'code_challenge_method'],
  },
  {
    method: 'GET',
    path: '/callback',
    summary: 'Return from a sign-in provider',
    access: 'open',
    query: ['code', 'state'],
  },
  {
    method: 'POST',
    path: '/callback',
    summary: 'Return from a sign-in provider that posts',
    access: 'open',
  },

  { method: 'GET', path: '/user', summary: 'The signed-in user', access: 'user' },
  {
    method: 'PUT',
    path: '/user',
    summary: 'Change address, phone, password or metadata',
    access: 'user',
    body: userBody,
  },
  { method: 'POST', path: '/logout', summary: 'End sessions', access: 'user', query: ['scope'] },
  {
    method: 'GET',
    path: '/reauthenticate',
    summary: 'Send a code for a change of password',
    access: 'user',
  },
  { method: 'GET', path: '/user/identities', summary: 'Linked identities', access: 'user' },
  {
    method: 'GET',
    path: '/user/identities/authorize',
    summary: 'Begin to link an identity',
    access: 'user',
    query: ['provider', 'redirect_to', 'skip_http_redirect'],
  },
  {
    method: 'DELETE',
    path: '/user/identities/{id}',
    summary: 'Unlink an identity',
    access: 'user',
  },

  {
    method: 'POST',
    path: '/factors',
    summary: 'Enrol a second factor',
    access: 'user',
    body: enrollBody,
  },
  { method: 'DELETE', path: '/factors/{id}', summary: 'Remove a second factor', access: 'user' },
  {
    method: 'POST',
    path: '/factors/{id}/challenge',
    summary: 'Begin to use a second factor',
    access: 'user',
  },
  {
    method: 'POST',
    path: '/factors/{id}/verify',
    summary: 'Answer a challenge',
    access: 'user',
    body: factorVerifyBody,
  },
  {
    method: 'GET',
    path: '/factors/recovery-codes',
    summary: 'How many recovery codes are left',
    access: 'user',
  },
  {
    method: 'POST',
    path: '/factors/recovery-codes',
    summary: 'Create recovery codes',
    access: 'user',
    body: generateBody,
  },
  {
    method: 'DELETE',
    path: '/factors/recovery-codes',
    summary: 'Delete recovery codes',
    access: 'user',
  },
  {
    method: 'POST',
    path: '/factors/recovery-codes/verify',
    summary: 'Use a recovery code',
    access: 'user',
    body: codeBody,
  },
  {
    method: 'POST',
    path: '/factors/recovery-codes/regenerate',
    summary: 'Replace recovery codes',
    access: 'user',
  },

  {
    method: 'POST',
    path: '/passkeys/authentication/options',
    summary: 'Begin a sign-in by passkey',
    access: 'key',
  },
  {
    method: 'POST',
    path: '/passkeys/authentication/verify',
    summary: 'Sign in by passkey',
    access: 'key',
    body: answerBody,
  },
  {
    method: 'POST',
    path: '/passkeys/registration/options',
    summary: 'Begin to add a passkey',
    access: 'user',
  },
  {
    method: 'POST',
    path: '/passkeys/registration/verify',
    summary: 'Add a passkey',
    access: 'user',
    body: answerBody,
  },
  { method: 'GET', path: '/passkeys', summary: 'Own passkeys', access: 'user' },
  {
    method: 'PATCH',
    path: '/passkeys/{id}',
    summary: 'Rename a passkey',
    access: 'user',
    body: nameBody,
  },
  { method: 'DELETE', path: '/passkeys/{id}', summary: 'Remove a passkey', access: 'user' },

  {
    method: 'POST',
    path: '/sso',
    summary: 'Begin a sign-in at a company',
    access: 'key',
    body: beginBody,
  },
  { method: 'GET', path: '/sso/saml/metadata', summary: 'SAML metadata', access: 'open' },
  { method: 'POST', path: '/sso/saml/acs', summary: 'A SAML response', access: 'open' },
  { method: 'GET', path: '/sso/saml/finish', summary: 'The end of a SAML sign-in', access: 'open' },
]
