const DESCRIPTIONS = {
  access_denied: 'The user has denied your application access.',
  application_suspended: 'Your application has been suspended. Contact support@github.com.',
  bad_refresh_token: 'The refresh token passed is incorrect or expired.',
  bad_verification_code: 'The code passed is incorrect or expired.',
  incorrect_client_credentials: 'The client_id and/or client_secret passed are incorrect.',
  invalid_request: 'The code challenge must be an S256 challenge of 43 characters.',
  redirect_uri_mismatch:
    'The redirect_uri MUST match the registered callback URL for this application.',
  unsupported_grant_type: 'The grant_type is not one of those this server supports.',
  unverified_user_email: 'The user must have a verified primary email.',
}

export type Denial = keyof typeof DESCRIPTIONS

/** GitHub's three error fields, at the callback and at the token endpoint alike. */
export const answerDenial = (error: Denial) => ({
  error,
  error_description: DESCRIPTIONS[error],
  error_uri: 'https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps',
})
