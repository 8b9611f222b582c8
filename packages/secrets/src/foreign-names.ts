/** A key, a token or a password, by itself or after "API", "access" and the like, in other languages than English. */
const FOREIGN_NAME =
  /^(?:x-)?(?:(?:api|app|zugangs|zugriffs|geheim|acceso|acces|acesso|accesso)[_-]?)?(?:schlussel|schluessel|passwort|kennwort|geheimnis|clave(?:[_-]?(?:de[_-]?)?(?:api|acceso))?|contrasena|chave(?:[_-]?(?:de[_-]?)?(?:api|acesso))?|senha|segredo|cle(?:[_-]?(?:d)?[_-]?(?:api|acces))?|jeton|mot[_-]?de[_-]?passe|chiave|gettone|sleutel|wachtwoord|klucz(?:[_-]?api)?|haslo|anahtar|sifre|nyckel|losenord|avain|klic|heslo|ключ|пароль|токен|密钥|秘钥|令牌|密码|キー|トークン)$/u;

const withoutAccents = (name: string): string =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');

export function isForeignSecretName(name: string): boolean {
  const plain = withoutAccents(name);
  return FOREIGN_NAME.test(plain) || FOREIGN_NAME.test(plain.split('-').at(-1) ?? '');
}
