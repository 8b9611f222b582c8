/** A key, a token or a password, by itself or after "API", "access" and the like, in other languages than English. */
const FOREIGN_SECRET_NAME =
  /^(?:x-)?(?:(?:api|app|zugangs|zugriffs|geheim|acceso|acces|acesso|accesso)[_-]?)?(?:schlussel|schluessel|passwort|kennwort|geheimnis|clave(?:[_-]?(?:de[_-]?)?(?:api|acceso))?|contrasena|chave(?:[_-]?(?:de[_-]?)?(?:api|acesso))?|senha|segredo|cle(?:[_-]?(?:d)?[_-]?(?:api|acces))?|jeton|mot[_-]?de[_-]?passe|chiave|gettone|sleutel|wachtwoord|klucz(?:[_-]?api)?|haslo|anahtar|sifre|nyckel|losenord|avain|klic|heslo|ключ|пароль|токен|密钥|秘钥|令牌|密码|キー|トークン)$/u;

const withoutAccents = (name: string): string =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');

/** Names of headers, parameters and fields whose value is a credential. */
export function isSecretName(name: string): boolean {
  const foreign = withoutAccents(name);
  if (FOREIGN_SECRET_NAME.test(foreign) || FOREIGN_SECRET_NAME.test(foreign.split('-').at(-1) ?? ''))
    return true;
  const bare = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  if (
    /(?:max|min|new|stop|total|prompt|completion|input|output|next|page|csrf|xsrf)tokens?$|tokens$|tokenizer|tokencount/.test(
      bare,
    )
  )
    return false;
  return /^(?:x)?(?:.*(?:apikey|accesskey|appkey|authkey|subscriptionkey|secretkey|apitoken|accesstoken|authtoken|bearertoken|authorization|secret|password|passwd|credentials?)|appid|token|xtoken|apitoken|key|xkey|auth|xauth|pat|usertoken|servicetoken|functionskey|xfunctionskey)$/.test(
    bare,
  );
}
