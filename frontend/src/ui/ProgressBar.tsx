interface Props {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly text: string;
}

export function ProgressBar({ label, value, max, text }: Props) {
  return (
    <div className="progress">
      <div className="progress-head">
        <span>{label}</span>
        <span className="figures">{text}</span>
      </div>
      <progress aria-label={label} aria-valuetext={text} value={value} max={max} />
    </div>
  );
}
