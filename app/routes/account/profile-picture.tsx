export function ProfilePicture({ url, name }: { url: string | null; name: string }) {
  if (url) return <img className="profile-picture" src={url} alt="" width="72" height="72" />;
  return (
    <span className="profile-picture" aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? "?"}
    </span>
  );
}
