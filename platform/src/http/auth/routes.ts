import { Hono } from 'hono'
import { bodyLimit } from '#http/frame/body-limit.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { authCors } from '#http/frame/cors.ts'
import {
  deleteAdminFactor,
  deleteAdminUser,
  getAdminAudit,
  getAdminFactors,
  getAdminUser,
  getAdminUsers,
  postAdminUsers,
  putAdminFactor,
  putAdminUser,
} from './admin.ts'
import {
  deleteOneCustomProvider,
  getCustomProviders,
  getOneCustomProvider,
  postCustomProvider,
  putCustomProvider,
} from './admin-custom-providers.ts'
import { postGenerateLink, postInvite } from './admin-links.ts'
import {
  deleteOneSsoProvider,
  getOneSsoProvider,
  getSsoProviders,
  getSsoTest,
  postSsoProvider,
  postSsoTest,
  putSsoProvider,
} from './admin-sso.ts'
import type { AuthNeeds } from './auth-needs.ts'
import { getAuthorize } from './authorize.ts'
import { callback } from './callback.ts'
import { captchaRequired } from './captcha.ts'
import { deleteFactor, postChallenge, postFactors, postFactorVerify } from './factors.ts'
import { authFailures } from './failures.ts'
import { deleteIdentity, getIdentities, getLinkAuthorize } from './identities.ts'
import { limited } from './limits.ts'
import {
  apiKeyGate,
  countEvents,
  minimumResponseTime,
  noStore,
  refuseNul,
  scimOff,
  timeLimit,
  unknownRoute,
} from './middleware.ts'
import {
  deleteAdminClient,
  getAdminClient,
  getAdminClients,
  postAdminClients,
  postRegenerateSecret,
  postRegister,
  putAdminClient,
} from './oauth-clients.ts'
import {
  deleteGrant,
  getAuthorization,
  getGrants,
  getOAuthAuthorize,
  getServerMetadata,
  oauthServerRequired,
  postConsent,
  userInfo,
} from './oauth-server.ts'
import { postOAuthToken } from './oauth-token.ts'
import {
  deleteAdminPasskey,
  deletePasskey,
  getAdminPasskeys,
  getPasskeys,
  passkeysRequired,
  patchPasskey,
  postRegistration,
  postRegistrationOptions,
  postSignIn,
  postSignInOptions,
} from './passkeys.ts'
import { getHealth, getJwks, getOpenIdConfiguration, getSettings } from './public-facts.ts'
import {
  deleteCodes,
  getCodes,
  postCodes,
  postCodesAgain,
  postCodeVerify,
} from './recovery-codes.ts'
import { postMagicLink, postOtp, postRecover, postResend } from './request-code.ts'
import { postSignup } from './signup.ts'
import { getSamlFinish, getSamlMetadata, postAcs, postSso } from './sso.ts'
import { postToken } from './token.ts'
import { getReauthenticate, getUser, postLogout, putUser } from './user.ts'
import { postVerify } from './verify.ts'
import { getVerify } from './verify-by-link.ts'

const BODY_LIMIT_BYTES = 1024 * 1024
const TIME_LIMIT_MS = 10_000

/** All routes of the identity service. */
export function authRoutes(needs: AuthNeeds) {
  const perClient = (name: Parameters<typeof limited>[1]) => limited(needs, name)
  const captcha = captchaRequired(needs)

  return new Hono<RequestContext>()
    .onError(authFailures(needs.log))
    .use(countEvents(needs), authCors, noStore, timeLimit(TIME_LIMIT_MS))
    .use(bodyLimit(BODY_LIMIT_BYTES), refuseNul, apiKeyGate(needs))

    .get('/health', getHealth(needs))
    .get('/settings', getSettings(needs))
    .get('/.well-known/jwks.json', getJwks(needs))
    .get('/.well-known/openid-configuration', getOpenIdConfiguration(needs))

    .post('/signup', perClient('signup'), minimumResponseTime, captcha, postSignup(needs))
    .post('/token', perClient('token'), postToken(needs))
    .post('/otp', perClient('otp'), minimumResponseTime, captcha, postOtp(needs))
    .post('/magiclink', perClient('magiclink'), minimumResponseTime, captcha, postMagicLink(needs))
    .post('/recover', perClient('recover'), minimumResponseTime, captcha, postRecover(needs))
    .post('/resend', perClient('resend'), minimumResponseTime, captcha, postResend(needs))
    .post('/verify', perClient('verify'), postVerify(needs))
    .get('/verify', getVerify(needs))

    .get('/user', getUser(needs))
    .put('/user', perClient('update'), putUser(needs))
    .post('/logout', postLogout(needs))
    .get('/reauthenticate', getReauthenticate(needs))
    .get('/user/identities', getIdentities(needs))
    .get('/user/identities/authorize', getLinkAuthorize(needs))
    .delete('/user/identities/:id', deleteIdentity(needs))

    .get('/authorize', perClient('authorize'), getAuthorize(needs))
    .on(['GET', 'POST'], '/callback', callback(needs))
    .route('/sso', ssoRoutes(needs))
    .route('/admin/sso/providers', adminSsoRoutes(needs))
    .route('/admin/custom-providers', customProviderRoutes(needs))

    .get('/factors/recovery-codes', getCodes(needs))
    .post('/factors/recovery-codes', postCodes(needs))
    .delete('/factors/recovery-codes', deleteCodes(needs))
    .post('/factors/recovery-codes/verify', perClient('factor'), postCodeVerify(needs))
    .post('/factors/recovery-codes/regenerate', postCodesAgain(needs))
    .post('/factors', postFactors(needs))
    .delete('/factors/:id', deleteFactor(needs))
    .post('/factors/:id/challenge', perClient('factor'), postChallenge(needs))
    .post('/factors/:id/verify', perClient('factor'), postFactorVerify(needs))

    .route('/passkeys', passkeyRoutes(needs))
    .route('/', oauthServerRoutes(needs))
    .all('/scim/*', scimOff(needs))

    .post('/invite', postInvite(needs))
    .post('/admin/generate_link', postGenerateLink(needs))
    .get('/admin/audit', getAdminAudit(needs))
    .get('/admin/users', getAdminUsers(needs))
    .post('/admin/users', postAdminUsers(needs))
    .get('/admin/users/:id', getAdminUser(needs))
    .put('/admin/users/:id', putAdminUser(needs))
    .delete('/admin/users/:id', deleteAdminUser(needs))
    .get('/admin/users/:id/factors', getAdminFactors(needs))
    .put('/admin/users/:id/factors/:factorId', putAdminFactor(needs))
    .delete('/admin/users/:id/factors/:factorId', deleteAdminFactor(needs))
    .get('/admin/users/:id/passkeys', getAdminPasskeys(needs))
    .delete('/admin/users/:id/passkeys/:passkeyId', deleteAdminPasskey(needs))

    .all('*', unknownRoute(needs))
}

function oauthServerRoutes(needs: AuthNeeds) {
  const perClient = (name: Parameters<typeof limited>[1]) => limited(needs, name)
  const required = oauthServerRequired(needs)

  return new Hono<RequestContext>()
    .use('/oauth/*', required)
    .use('/.well-known/oauth-authorization-server', required)
    .use('/user/oauth/grants', required)
    .use('/admin/oauth/clients/*', required)
    .get('/.well-known/oauth-authorization-server', getServerMetadata(needs))
    .get('/oauth/authorize', perClient('oauthAuthorize'), getOAuthAuthorize(needs))
    .get('/oauth/authorizations/:id', getAuthorization(needs))
    .post('/oauth/authorizations/:id/consent', postConsent(needs))
    .post('/oauth/token', perClient('oauthToken'), postOAuthToken(needs))
    .on(['GET', 'POST'], '/oauth/userinfo', userInfo(needs))
    .post('/oauth/clients/register', perClient('oauthRegister'), postRegister(needs))
    .get('/user/oauth/grants', getGrants(needs))
    .delete('/user/oauth/grants', deleteGrant(needs))
    .get('/admin/oauth/clients', getAdminClients(needs))
    .post('/admin/oauth/clients', postAdminClients(needs))
    .get('/admin/oauth/clients/:id', getAdminClient(needs))
    .put('/admin/oauth/clients/:id', putAdminClient(needs))
    .delete('/admin/oauth/clients/:id', deleteAdminClient(needs))
    .post('/admin/oauth/clients/:id/regenerate_secret', postRegenerateSecret(needs))
}

const ssoRoutes = (needs: AuthNeeds) =>
  new Hono<RequestContext>()
    .post('/', limited(needs, 'sso'), postSso(needs))
    .get('/saml/metadata', getSamlMetadata(needs))
    .post('/saml/acs', limited(needs, 'saml'), postAcs(needs))
    .get('/saml/finish', getSamlFinish(needs))

const adminSsoRoutes = (needs: AuthNeeds) =>
  new Hono<RequestContext>()
    .get('/', getSsoProviders(needs))
    .post('/', postSsoProvider(needs))
    .get('/:id', getOneSsoProvider(needs))
    .put('/:id', putSsoProvider(needs))
    .delete('/:id', deleteOneSsoProvider(needs))
    .post('/:id/tests', postSsoTest(needs))
    .get('/:id/tests/:testId', getSsoTest(needs))

const customProviderRoutes = (needs: AuthNeeds) =>
  new Hono<RequestContext>()
    .get('/', getCustomProviders(needs))
    .post('/', postCustomProvider(needs))
    .get('/:identifier', getOneCustomProvider(needs))
    .put('/:identifier', putCustomProvider(needs))
    .delete('/:identifier', deleteOneCustomProvider(needs))

function passkeyRoutes(needs: AuthNeeds) {
  const perClient = (name: Parameters<typeof limited>[1]) => limited(needs, name)

  return new Hono<RequestContext>()
    .use(passkeysRequired(needs))
    .post(
      '/authentication/options',
      perClient('passkeyOptions'),
      captchaRequired(needs),
      postSignInOptions(needs),
    )
    .post('/authentication/verify', perClient('passkeySignIn'), postSignIn(needs))
    .post('/registration/options', perClient('factor'), postRegistrationOptions(needs))
    .post('/registration/verify', perClient('factor'), postRegistration(needs))
    .get('/', getPasskeys(needs))
    .patch('/:id', patchPasskey(needs))
    .delete('/:id', deletePasskey(needs))
}
